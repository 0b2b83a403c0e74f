import type { ParsedArguments } from '../../command-line/declaration.ts'
import { flagOf, integerOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { refuseLooseFlags } from '../../command-line/refuse-loose-flags.ts'
import type { CliContext } from '../../compose/context.ts'

/** Client name for callers without one. It has the small default caps. */
const defaultClient = 'mcp'

/** `fiq mcp`. @throws FiqError with `--check`: `NO_WALLET`, `WALLET_LOCKED`. */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { proxy, settings, output } = context
  refuseLooseFlags(settings)
  const client = optionOf(args, 'client') ?? defaultClient
  if (flagOf(args, 'check')) {
    const value = await proxy.check(client)
    const { wallet, server, paysWith } = value
    const fromKey =
      paysWith === 'credits' ? 'Pays with the credits of your API key.' : 'It is free.'
    const pays = wallet === null ? fromKey : `Pays with ${wallet}.`
    output.print({ value, view: () => `Ready for ${server}. ${pays}` })
    return
  }
  const seconds = integerOf(args, 'approvalTimeout', { min: 1, max: 3_600 }) ?? 120
  await proxy.serveStdio(client, {
    approvalMs: seconds * 1_000,
    reuse: flagOf(args, 'reuse'),
  })
}
