import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { cikOf } from '@fiq/shared/spelling/filer-identifier'
import type { CliContext } from '../../compose/context.ts'
import { rowsOf, textIn } from '../../query/rows.ts'

/**
 * Finds a filer's identifier by name or ticker, through the server's search. Names other filers that
 * match.
 *
 * @throws FiqError `USAGE` for an empty name, `NOT_FOUND`, and errors of the query
 */
export async function filerNamed(
  name: string,
  context: Pick<CliContext, 'query' | 'output'>,
): Promise<string> {
  if (name === '') throw new FiqError('USAGE', 'The name of the filer is empty.')
  const { runTool } = await import('../../command-line/run-tool.ts')
  const input = { query: name, type: 'EQUITY', limit: 5 }
  const { value } = await runTool(context, 'searchEntities', input)
  const filers = rowsOf(value).filter((row) => isObject(row) && cikOf(textIn(row, 'id')))
  const [found, ...others] = filers
  if (found === undefined)
    throw new FiqError(
      'NOT_FOUND',
      `There is no listed filer with the name ${JSON.stringify(name.slice(0, 60))}.`,
      { remedy: 'Use its CIK instead. sec.gov/edgar/search finds filers that are not listed.' },
    )
  const id = cikOf(textIn(found, 'id'))!
  const rest = others.slice(0, 2).map((row) => textIn(row, 'name'))
  if (rest.length > 0)
    context.output.note(`${textIn(found, 'name')} (CIK ${id}); others: ${rest.join(', ')}`)
  return id
}
