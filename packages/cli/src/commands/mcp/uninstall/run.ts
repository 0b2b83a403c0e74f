import type { CliContext } from '../../../context.ts'
import type { Given } from '../../declaration.ts'
import { argumentOf } from '../../given.ts'
import { change } from '../install/run.ts'

/** `fiq mcp uninstall`. @throws FiqError as `fiq mcp install`. */
export async function run(context: CliContext, given: Given): Promise<void> {
  await change(context, argumentOf(given, 'client'), 'uninstall')
}
