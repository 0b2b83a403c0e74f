import type { CliContext } from '../../context.ts'
import type { Given } from '../declaration.ts'
import { flagOf, integerOf, optionOf } from '../given.ts'
import { refuseLooseFlags } from '../refuse-loose-flags.ts'

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
