import { defined } from '@fiq/shared/defined'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { integerOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { storeAnsweredKey } from '../store-key.ts'

/** `fiq login siwx` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { account, callFree } = context
  const expiresInDays = integerOf(args, 'days', { min: 1, max: 366 })
  const { message, signature } = await account.signIn(await callFree('/auth/siwx/nonce'))
  const answer = await callFree('/auth/siwx/verify', {
    message,
    signature,
    ...defined({ expiresInDays }),
  })
  await storeAnsweredKey(context, answer, 'siwx', args)
}
