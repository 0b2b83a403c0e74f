import { defined } from '@fiq/shared/defined'
import { expectedError, FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Provenance, Sourced, Unanswered, Upstream } from '../connector.ts'
import type { ListedFund } from './listed-fund.ts'
import { loadNasdaqFunds, nasdaqTrader } from './nasdaq-funds.ts'
import { loadSecFunds, secFundNames, secFundTickers } from './sec-funds.ts'

/** The available lists of funds. */
export type FundLists = Partial<Record<'sec' | 'nasdaq', Listed>> & {
  /** Sources of funds or of their names that failed. */
  unanswered?: readonly Unanswered[]
}
type Listed = Sourced<readonly ListedFund[]>

const cacheSeconds = 24 * 60 * 60

/**
 * Loads the SEC's list of mutual funds and exchange-traded funds, and the exchanges' directory of
 * the latter.
 */
export async function loadFundLists(context: ConnectorContext): Promise<FundLists> {
  const sec = await outcomeOf('sec-funds', loadSecFunds, context)
  const nasdaq = context.enabled(nasdaqTrader)
    ? await outcomeOf(nasdaqTrader.id, loadNasdaqFunds, context)
    : undefined
  return {
    ...defined({
      sec: sec instanceof FiqError ? undefined : sec,
      nasdaq: nasdaq instanceof FiqError ? undefined : nasdaq,
    }),
    unanswered: [...unansweredOf(sec, secFundTickers), ...unansweredOf(nasdaq, nasdaqTrader)],
  }
}

/** Provenance of the lists that these entities come from. */
export function citedFor(
  entities: readonly { source: string }[],
  provenance: readonly Provenance[],
): Provenance[] {
  const cited = new Set(entities.flatMap(({ source }) => namesOf[source]))
  if (cited.size === 0) cited.add(undefined)
  return provenance.filter(({ source }) => cited.has(ofFunds.has(source) ? source : undefined))
}

/** The sources of a fund by the `source` of its entity. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  [secFundTickers.id]: [secFundTickers.name, secFundNames.name],
  [nasdaqTrader.id]: [nasdaqTrader.name],
}
const ofFunds = new Set(Object.values(namesOf).flat())

function unansweredOf(
  outcome: Listed | FiqError | undefined,
  { name: source }: Upstream,
): readonly Unanswered[] {
  if (outcome instanceof FiqError) return [{ source, error: outcome }]
  return outcome?.unanswered ?? []
}

function outcomeOf(
  key: string,
  load: (context: ConnectorContext) => Promise<Listed>,
  context: ConnectorContext,
): Promise<Listed | FiqError> {
  return context.cached(key, cacheSeconds, load).catch(expectedError)
}
