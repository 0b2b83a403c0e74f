import type { ParsedArguments } from '../../command-line/declaration.ts'
import type { CliContext } from '../../compose/context.ts'

/** `fiq down` */
export async function run(context: CliContext, { options }: ParsedArguments): Promise<void> {
  const personal = await context.personal()
  const stopped = await personal.stop()
  if (options['disable']) personal.disable()
  const { length } = personal.alerts.list()
  if (length > 0)
    context.output.note(`Alerts that nothing checks now: ${length}; fiq up starts them again.`)
  context.output.print({
    value: { running: false, stopped: stopped !== undefined },
    view: () => (stopped ? `Stopped the server at ${stopped.url}.` : 'No server is running.'),
  })
}
