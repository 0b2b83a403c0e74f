import type { Given } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { change } from '../install/run.ts'

/** `fiq mcp uninstall`. @throws FiqError as `fiq mcp install`. */
export async function run(context: CliContext, given: Given): Promise<void> {
  await change(context, argumentOf(given, 'client'), 'uninstall')
}
