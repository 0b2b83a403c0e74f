import { FiqError } from '@fiq/shared/errors'
import * as z from 'zod/mini'
import type { CliContext } from '../../../context.ts'
import type { Given } from '../../declaration.ts'
import { integerOf } from '../../given.ts'
import { keepAndTell } from '../keep.ts'

const answerSchema = z.object({
  key: z.string().check(z.maxLength(512)),
  id: z.optional(z.string().check(z.maxLength(128))),
  expiresAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  credits: z.optional(z.number()),
})

/** `fiq login siwx` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { account, callFree, output } = context
  const expiresInDays = integerOf(given, 'days', { min: 1, max: 366 })
  const { message, signature } = await account.signIn(await callFree('/auth/siwx/nonce'))
  const answer = z.safeParse(
    answerSchema,
    await callFree('/auth/siwx/verify', {
      message,
      signature,
      ...(expiresInDays === undefined ? {} : { expiresInDays }),
    }),
  )
  if (!answer.success) throw new FiqError('SERVER_ERROR', 'The server gave no readable key.')
  const { key, id, expiresAt, credits } = answer.data
  const about = {
    by: 'siwx',
    ...(id === undefined ? {} : { id }),
    ...(typeof expiresAt === 'string' ? { expiresAt } : {}),
  }
  await keepAndTell(context, key, about, given)
  if (credits === 0) output.note('It has no credits yet: fiq topup 1')
}
