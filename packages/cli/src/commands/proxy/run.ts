import { isIP } from 'node:net'
import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { flagOf, integerOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { refuseLooseFlags } from '../../command-line/refuse-loose-flags.ts'
import type { CliContext } from '../../compose/context.ts'

/** `fiq proxy` */
export async function run({ proxy, settings }: CliContext, args: ParsedArguments): Promise<void> {
  refuseLooseFlags(settings)
  const host = optionOf(args, 'host') ?? '127.0.0.1'
  // A name may lead to an address of another machine.
  const isLocal = isIP(host) !== 0 && isLoopbackHost(host)
  if (!isLocal && !flagOf(args, 'dangerouslyAllowOtherHosts'))
    throw new FiqError(
      'USAGE',
      `The proxy listens on this machine only, not on ${host.slice(0, 60)}.`,
      {
        remedy:
          'Use 127.0.0.1 or ::1. On another address, anyone who reaches it and has a token can spend your money. To allow that: --dangerously-allow-other-hosts.',
      },
    )
  const seconds = integerOf(args, 'approvalTimeout', { min: 1, max: 3_600 }) ?? 120
  await proxy.serve({
    host,
    port: integerOf(args, 'port', { min: 0, max: 65_535 }) ?? 4021,
    socket: optionOf(args, 'socket'),
    reuse: flagOf(args, 'reuse'),
    approvalMs: seconds * 1_000,
    notify: flagOf(args, 'notify'),
    open: flagOf(args, 'open'),
    log: optionOf(args, 'log') === 'json' ? 'json' : 'text',
  })
}
