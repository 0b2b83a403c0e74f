import type { CliContext } from '../../../compose/context.ts'
import { printWaiting } from './list/run.ts'

/** `fiq proxy approvals`: opens the interactive list if the terminal can draw it. */
export async function run(context: CliContext): Promise<void> {
  const { output, proxy } = context
  if (output.format === 'text' && (await proxy.approvals.draw())) return
  await printWaiting(context)
}
