import { errorTable, FiqError } from '@fiq/shared/errors'

/**
 * Adds a command's help to an error about its words, unless the error has a remedy. Other errors
 * stay unchanged.
 *
 * @param command - e.g. `fiq budget set`.
 */
export function withHelpOf(command: string, error: unknown): unknown {
  if (!(error instanceof FiqError) || 'payment' in error) return error
  const { code, message, facts, funds, remedy } = error
  if (!['USAGE', 'BAD_INPUT'].includes(code) || remedy !== errorTable[code].remedy) return error
  const help = `${command} --help says what it takes.`
  return new FiqError(code, message, { facts, funds, remedy: help, cause: error })
}
