import { expectedError, FiqError } from '@fiq/shared/errors'
import { repeatedTicker } from '@fiq/shared/spelling/distinct-tickers'
import { andNames } from '@fiq/shared/spelling/name-list'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import { twice } from '../bounds.ts'
import type { ConnectorContext } from '../connector.ts'
import { importedTickers } from '../imported-tickers.ts'
import { marketSymbol } from '../symbols/market-symbol.ts'
import type { EntityDirectory } from './entity-directory.ts'
import { loadDirectory } from './sec-tickers.ts'
import { describeUnknown } from './unknown-ticker.ts'

const notInSandbox =
  'Not in the sandbox, which knows the S&P 500 and some other names. Real data knows all: fiq up'

const listedOnly =
  'The directory lists companies and funds that file with the SEC. It can lack new and delisted shares, warrants and units.'

/** Maximum unknown tickers named in one error; further ones are counted. */
const namedMax = 10

/**
 * Refuses a query whose tickers are all unknown to the directory and to the operator's imports, and
 * one ticker under two names of the directory, e.g. `BTC` and `BTC-USD`. Runs before payment. In
 * other queries, the rows of {@link unknownTickers} give the reason.
 *
 * @param hasPrice whether prices are queried, which currencies, futures and foreign listings also
 * have
 * @throws FiqError `NOT_FOUND` naming each unknown ticker and the closest known one, `BAD_INPUT`
 */
export async function refuseUnknownTickers(
  tickers: readonly string[],
  context: ConnectorContext,
  { hasPrice = false } = {},
): Promise<void> {
  const directory = await directoryOrNone(context)
  if (!directory) return
  const found = tickers.map((ticker) => directory.findTicker(ticker)?.ticker ?? ticker)
  const repeated = repeatedTicker(found)
  if (repeated) throw twice(tickers, repeated, 'tickers')
  const unknown = unlisted(tickers, directory, context, hasPrice)
  if (unknown.length > 0 && unknown.length === tickers.length)
    throw notFound(unknown, directory, context, hasPrice)
}

/** Why each unknown ticker has no row; empty if the directory is unavailable. */
export async function unknownTickers(
  tickers: readonly string[],
  context: ConnectorContext,
  { hasPrice = false } = {},
): Promise<ReadonlyMap<string, FiqError>> {
  const directory = await directoryOrNone(context)
  if (!directory) return new Map()
  const unknown = unlisted(tickers, directory, context, hasPrice)
  return new Map(
    unknown.map((ticker) => [ticker, notFound([ticker], directory, context, hasPrice)]),
  )
}

function unlisted(
  tickers: readonly string[],
  directory: EntityDirectory,
  { files }: ConnectorContext,
  hasPrice: boolean,
): readonly string[] {
  const imported = importedTickers(files)
  return tickers.filter(
    (ticker) =>
      !directory.findTicker(ticker) &&
      !imported.has(normalTicker(ticker)) &&
      !(hasPrice && marketSymbol(ticker)),
  )
}

function notFound(
  unknown: readonly string[],
  directory: EntityDirectory,
  { upstreams }: ConnectorContext,
  hasPrice: boolean,
): FiqError {
  const named = unknown.slice(0, namedMax)
  const quoted = unknown.map((ticker) => JSON.stringify(ticker))
  const arePriced = unknown.every((ticker) => marketSymbol(ticker) !== undefined)
  const noun = unknown.length === 1 ? 'ticker' : 'tickers'
  const what = arePriced ? `company or fund with the ${noun}` : noun
  return new FiqError('NOT_FOUND', `The directory has no ${what} ${andNames(quoted, namedMax)}.`, {
    facts: [
      ...named.map((ticker) => describeUnknown(ticker, directory, hasPrice)),
      ...(directory.hasFunds || arePriced
        ? []
        : ["The SEC's list of funds could not be read, so it may be the ticker of a fund."]),
      ...(arePriced ? [] : [upstreams.mode === 'sandbox' ? notInSandbox : listedOnly]),
    ],
  })
}

/**
 * The directory, or `undefined` if it is unavailable. Then every ticker is accepted, and its
 * sources report an unknown one.
 */
async function directoryOrNone(context: ConnectorContext) {
  const found = await loadDirectory(context).catch(expectedError)
  return found instanceof FiqError ? undefined : found.value
}
