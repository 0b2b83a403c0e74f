import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext } from '../connector.ts'
import type { CorporateActions } from './corporate-actions.ts'

/** Maximum actions on one page. A share has four or five a year. */
const actionsMax = 1_000

/**
 * Dividends and splits of a US share since a day, from Alpaca.
 *
 * @param symbol in Alpaca's spelling: `BRK.B`
 * @param start ISO 8601
 * @returns `undefined` if Alpaca does not answer or has more than one page, because bars are useful
 * without actions
 */
export async function loadAlpacaActions(
  symbol: string,
  start: string,
  context: ConnectorContext,
): Promise<CorporateActions | undefined> {
  const url = new URL('https://data.alpaca.markets/v1/corporate-actions')
  for (const [name, value] of [
    ['symbols', symbol],
    ['types', 'cash_dividend,forward_split,reverse_split'],
    ['start', start],
    ['end', context.now().toISOString().slice(0, 10)],
    ['limit', String(actionsMax)],
  ] as const)
    url.searchParams.set(name, value)
  try {
    const { body } = await context.json(url, answerSchema)
    if (body.next_page_token != null) return undefined
    const { cash_dividends, forward_splits, reverse_splits } = body.corporate_actions
    return actionsOf(cash_dividends, [...forward_splits, ...reverse_splits])
  } catch (error) {
    if (error instanceof FiqError) return undefined
    throw error
  }
}

const dividendSchema = z.object({ ex_date: z.iso.date(), rate: z.number() })
const splitSchema = z.object({
  ex_date: z.iso.date(),
  new_rate: z.number().positive(),
  old_rate: z.number().positive(),
})
const answerSchema = z.object({
  corporate_actions: z.object({
    cash_dividends: z.array(dividendSchema).default([]),
    forward_splits: z.array(splitSchema).default([]),
    reverse_splits: z.array(splitSchema).default([]),
  }),
  next_page_token: z.string().nullish(),
})

/** Actions of a share. Alpaca states a dividend as paid; here it is divided by later splits. */
function actionsOf(
  paid: readonly z.output<typeof dividendSchema>[],
  ratios: readonly z.output<typeof splitSchema>[],
): CorporateActions {
  const splits = new Map(ratios.map((each) => [each.ex_date, each.new_rate / each.old_rate]))
  const dividends = new Map<string, number>()
  for (const { ex_date: day, rate } of paid) {
    const later = [...splits].filter(([split]) => split > day)
    const divisor = later.reduce((product, [, ratio]) => product * ratio, 1)
    dividends.set(day, (dividends.get(day) ?? 0) + rate / divisor)
  }
  return { dividends, splits }
}
