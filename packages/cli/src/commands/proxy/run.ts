import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/loopback-guard'
import type { Given } from '../../command-line/declaration.ts'
import { flagOf, integerOf, optionOf } from '../../command-line/given.ts'
import { refuseLooseFlags } from '../../command-line/refuse-loose-flags.ts'
import type { CliContext } from '../../compose/context.ts'

/** `fiq proxy` */
export async function run({ proxy, settings }: CliContext, given: Given): Promise<void> {
  refuseLooseFlags(settings)
  const host = optionOf(given, 'host') ?? '127.0.0.1'
  if (!isLoopbackHost(host) && !flagOf(given, 'dangerouslyAllowOtherHosts'))
    throw new FiqError(
      'USAGE',
      `The proxy listens on this machine only, not on ${host.slice(0, 60)}.`,
      {
        remedy:
          'Use 127.0.0.1 or ::1. On another address, anyone who reaches it and has a token can spend your money. To allow that: --dangerously-allow-other-hosts.',
      },
    )
  const seconds = integerOf(given, 'approvalTimeout', { min: 1, max: 3_600 }) ?? 120
  await proxy.serve({
    host,
    port: integerOf(given, 'port', { min: 0, max: 65_535 }) ?? 4021,
    socket: optionOf(given, 'socket'),
    reuse: flagOf(given, 'reuse'),
    approvalMs: seconds * 1_000,
    notify: flagOf(given, 'notify'),
    open: flagOf(given, 'open'),
    log: optionOf(given, 'log') === 'json' ? 'json' : 'text',
  })
}
