import { errorTable, FiqError } from '@fiq/shared/errors'

/**
 * What is wrong with the words of a command is explained by its own help, where the error does not
 * know better. Every other error is handed back as it is.
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
