import type { Given } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'

/** `fiq mcp install`. @throws FiqError `NOT_FOUND`, `CONFIGURATION_INVALID`, `DECLINED`. */
export async function run(context: CliContext, given: Given): Promise<void> {
  await change(context, argumentOf(given, 'client'), 'install')
}

/** Shows what would be changed, asks, and changes it. */
export async function change(
  { proxy, settings, output }: CliContext,
  name: string,
  kind: 'install' | 'uninstall',
): Promise<void> {
  const { path, diff, carryOut, agreed } = await proxy.plan(kind, name)
  if (diff === '') {
    output.print({
      value: { client: name, path, changed: false },
      view: () => 'Nothing to change.',
    })
    return
  }
  output.warn(path)
  for (const line of diff.split('\n')) output.warn(line)
  if (!settings.yes) await agreed()
  await carryOut()
  output.print({
    value: { client: name, path, changed: true },
    view: () => `Written. Start ${name} again for it to take effect.`,
  })
  if (kind === 'install')
    output.note(
      `Its first payment to ${settings.url} waits for you (fiq proxy approvals), unless you say now: fiq payees trust ${settings.url}`,
    )
}
