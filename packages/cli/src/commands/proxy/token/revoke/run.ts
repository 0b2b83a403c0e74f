import type { ParsedArguments } from '../../../../command-line/declaration.ts'
import { argumentOf } from '../../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../../compose/context.ts'

/** `fiq proxy token revoke`. @throws FiqError `NOT_FOUND`. */
export async function run({ proxy, output }: CliContext, args: ParsedArguments): Promise<void> {
  const client = argumentOf(args, 'name')
  await proxy.clients.revoke(client)
  output.print({
    value: { client, revoked: true },
    view: () => `The token of ${client} was revoked. The proxy refuses it from now on.`,
  })
}
