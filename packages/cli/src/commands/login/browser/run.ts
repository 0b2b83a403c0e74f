import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { integerOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { storeAnsweredKey } from '../store-key.ts'

/** `fiq login google`, and so on. @param provider - Its name in the paths of the server. */
export function signInWith(provider: string) {
  return async (context: CliContext, args: ParsedArguments): Promise<void> => {
    const { account, callFree } = context
    const expiresInDays = integerOf(args, 'days', { min: 1, max: 366 })
    const open = args.options['browser'] !== false
    const { code, verifier } = await account
      .signInWithBrowser({ provider, open })
      .catch(withOtherWays)
    const exchange = { code, verifier, ...defined({ expiresInDays }) }
    const answer = await callFree(`/auth/${provider}/token`, exchange)
    await storeAnsweredKey(context, answer, provider, args)
  }
}

/** Names the other sign-ins if the server does not offer this one. */
function withOtherWays(error: unknown): never {
  if (!(error instanceof FiqError) || error.code !== 'NOT_CONFIGURED') throw error
  const remedy =
    'Sign in with the wallet (fiq login siwx), or store a key that you have (fiq login key).'
  throw new FiqError(error.code, error.message, { facts: error.facts, remedy, cause: error })
}
