import type { Given } from '../../command-line/declaration.ts'
import { flagOf, integerOf, optionOf } from '../../command-line/given.ts'
import { refuseLooseFlags } from '../../command-line/refuse-loose-flags.ts'
import type { CliContext } from '../../compose/context.ts'

/** The client of those who name none. It has the small caps every client has. */
const defaultClient = 'mcp'

/** `fiq mcp`. @throws FiqError `NOT_FOUND` for a client that was never added. */
export async function run({ proxy, settings }: CliContext, given: Given): Promise<void> {
  refuseLooseFlags(settings)
  const client = optionOf(given, 'client')
  if (client === undefined) await proxy.clients.ensure(defaultClient)
  const seconds = integerOf(given, 'approvalTimeout', { min: 1, max: 3_600 }) ?? 120
  await proxy.serveStdio(client ?? defaultClient, {
    approvalMs: seconds * 1_000,
    reuse: flagOf(given, 'reuse'),
  })
}
