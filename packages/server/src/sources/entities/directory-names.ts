import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Unanswered } from '../connector.ts'
import { loadDirectory, secTickers } from './sec-tickers.ts'

export type DirectoryNames = {
  /**
   * @returns `null` for a ticker that is not in the directory, or if the directory did not answer.
   */
  nameOf(ticker: string): string | null
  /** The directory, if it failed. */
  unanswered: readonly Unanswered[]
}

/**
 * Returns names for rows whose source states none. A server without the SEC's contact, and a mirror
 * of prices alone, have no directory; this is not a failure.
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
