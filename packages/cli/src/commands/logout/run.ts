import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../../compose/context.ts'

/**
 * `fiq logout`: revokes a key that a sign-in created. A key that the user gave is only removed
 * here.
 */
export async function run(context: CliContext): Promise<void> {
  const { account, output, settings } = context
  const forgotten = await account.forget()
  if (!forgotten)
    throw new FiqError('INVALID_KEY', 'You are not signed in at this server.', {
      facts: [`Server: ${settings.url}`, `Profile: ${settings.profile}`],
      remedy: 'A key in FIQ_API_KEY is not kept by fiq: unset it.',
    })
  output.note(`Signed out of ${settings.url}.`)
  const { key, id } = forgotten
  if (id !== undefined && key !== undefined) await revoke(context, id, key)
}

async function revoke({ callWithKey, output }: CliContext, id: string, key: string): Promise<void> {
  try {
    await callWithKey(`/api/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE', key })
    output.note('The key was revoked at the server.')
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    output.warn(`The key is forgotten here, but the server could not revoke it: ${error.message}`)
  }
}
