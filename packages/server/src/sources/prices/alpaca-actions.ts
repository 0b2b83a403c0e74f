import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import type { AnnouncedAction, CorporateActions } from './corporate-actions.ts'

/** Dividends and splits, the past and the announced ones. */
export const alpacaActions: Upstream = {
  id: 'alpaca-actions',
  name: 'Alpaca corporate actions',
  url: 'https://docs.alpaca.markets/reference/corporateactions-1',
  hosts: ['data.alpaca.markets'],
  licence: { class: 'restricted', text: "Alpaca: as the operator's plan allows" },
  key: 'ALPACA_API_KEY_ID',
  delay: 'daily',
  // No other source states announced splits.
  isOnlyOne: true,
}

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
  const today = context.now().toISOString().slice(0, 10)
  try {
    const { body } = await context.json(actionsUrl(symbol, start, today), answerSchema)
    if (body.next_page_token != null) return undefined
    const { cash_dividends, forward_splits, reverse_splits } = body.corporate_actions
    return actionsOf(cash_dividends, [...forward_splits, ...reverse_splits])
  } catch (error) {
    if (error instanceof FiqError) return undefined
    throw error
  }
}

/**
 * Announced dividends and splits of a US share, next first.
 *
 * @param symbol in Alpaca's spelling: `BRK.B`
 * @param span ISO 8601 days, inclusive
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadAnnounced(
  symbol: string,
  { from, until }: { from: string; until: string },
  context: ConnectorContext,
): Promise<Sourced<readonly AnnouncedAction[]>> {
  const { body, answer } = await context.json(actionsUrl(symbol, from, until), answerSchema)
  const { cash_dividends, forward_splits, reverse_splits } = body.corporate_actions
  const value = [
    ...cash_dividends.map(({ ex_date, rate }) => ({ date: ex_date, dividend: rate, split: null })),
    ...[...forward_splits, ...reverse_splits].map(({ ex_date, new_rate, old_rate }) => ({
      date: ex_date,
      dividend: null,
      split: new_rate / old_rate,
    })),
  ].filter(({ date }) => date >= from && date <= until)
  value.sort((one, other) => (one.date < other.date ? -1 : 1))
  return { value, provenance: [provenanceOf(alpacaActions, answer)] }
}

function actionsUrl(symbol: string, start: string, end: string): URL {
  const url = new URL('https://data.alpaca.markets/v1/corporate-actions')
  for (const [name, value] of [
    ['symbols', symbol],
    ['types', 'cash_dividend,forward_split,reverse_split'],
    ['start', start],
    ['end', end],
    ['limit', String(actionsMax)],
  ] as const)
    url.searchParams.set(name, value)
  return url
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
