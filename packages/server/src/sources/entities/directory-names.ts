import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Unanswered } from '../connector.ts'
import { loadDirectory, secTickers } from './sec-tickers.ts'

export type DirectoryNames = {
  /** @returns null for a ticker that the directory does not know, or if it did not answer. */
  nameOf(ticker: string): string | null
  /** The directory, if it should have answered and did not. */
  unanswered: readonly Unanswered[]
}

/**
 * Names of rows whose source states none. A server without the SEC's contact, and a mirror of
 * prices alone, have no directory: nothing failed there.
 */
export async function directoryNames(context: ConnectorContext): Promise<DirectoryNames> {
  try {
    const { value: directory } = await loadDirectory(context)
    return { nameOf: (ticker) => directory.findTicker(ticker)?.name ?? null, unanswered: [] }
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    const isAbsent = error.code === 'NOT_CONFIGURED' || context.upstreams.mode === 'mirror'
    const unanswered = isAbsent ? [] : [{ source: secTickers.name, error }]
    return { nameOf: () => null, unanswered }
  }
}
