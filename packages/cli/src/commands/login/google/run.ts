import { defined } from '@fiq/shared/defined'
import type { Given } from '../../../command-line/declaration.ts'
import { integerOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'
import { storeAnsweredKey } from '../store-key.ts'

/** `fiq login google` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { account, callFree } = context
  const expiresInDays = integerOf(given, 'days', { min: 1, max: 366 })
  const open = given.options['browser'] !== false
  const { code, verifier } = await account.signInWithBrowser({ open })
  const answer = await callFree('/auth/google/token', {
    code,
    verifier,
    ...defined({ expiresInDays }),
  })
  await storeAnsweredKey(context, answer, 'google', given)
}
