import { defined } from '@fiq/shared/defined'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { integerOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { storeAnsweredKey } from '../store-key.ts'

/** `fiq login google` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { account, callFree } = context
  const expiresInDays = integerOf(args, 'days', { min: 1, max: 366 })
  const open = args.options['browser'] !== false
  const { code, verifier } = await account.signInWithBrowser({ open })
  const answer = await callFree('/auth/google/token', {
    code,
    verifier,
    ...defined({ expiresInDays }),
  })
  await storeAnsweredKey(context, answer, 'google', args)
}
