import type { CliContext } from '../../../../context.ts'
import type { Given } from '../../../declaration.ts'
import { argumentOf } from '../../../given.ts'

/** `fiq proxy token revoke`. @throws FiqError `NOT_FOUND`. */
export async function run({ proxy, output }: CliContext, given: Given): Promise<void> {
  const client = argumentOf(given, 'name')
  await proxy.clients.revoke(client)
  output.print({
    value: { client, revoked: true },
    view: () => `${client} is refused from now on.`,
  })
}
