import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { change } from '../install/run.ts'

/** `fiq mcp uninstall`. @throws FiqError as `fiq mcp install`. */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  await change(context, argumentOf(args, 'client'), 'uninstall')
}
