import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../../compose/context.ts'

/** `fiq logout`: revokes a key that a sign-in created. A key from the user is only deleted here. */
export async function run(context: CliContext): Promise<void> {
  const { account, output, settings } = context
  const forgotten = await account.forget()
  if (!forgotten)
    throw new FiqError('INVALID_KEY', 'You are not signed in to this server.', {
      facts: [`Server: ${settings.url}`, `Profile: ${settings.profile}`],
      remedy: 'fiq does not store a key from FIQ_API_KEY. To stop using it, unset the variable.',
    })
  output.note(`Signed out of ${settings.url}.`)
  const { key, id } = forgotten
  if (id !== undefined && key !== undefined) await revoke(context, id, key)
}

async function revoke({ callWithKey, output }: CliContext, id: string, key: string): Promise<void> {
  try {
    await callWithKey(`/api/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE', key })
    output.note('The server revoked the key.')
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    output.warn(
      `The key was deleted here, but it could not be revoked at the server:  ${error.message}`,
    )
  }
}
