import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import * as z from 'zod/mini'
import type { AccountPorts } from '../../account/account-ports.ts'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { optionOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import { factsView } from '../../terminal/format/facts.ts'
import { instantText } from '../../terminal/format/instant.ts'

type About = Parameters<AccountPorts['store']>[1]

const answerSchema = z.object({
  key: z.string().check(z.maxLength(512)),
  id: z.optional(z.string().check(z.maxLength(128))),
  expiresAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  credits: z.optional(z.number()),
})

/**
 * Stores the key in the last response of a sign-in.
 *
 * @throws FiqError `SERVER_ERROR` if it contains none.
 */
export async function storeAnsweredKey(
  context: CliContext,
  foreign: unknown,
  by: string,
  args: ParsedArguments,
): Promise<void> {
  const answer = z.safeParse(answerSchema, foreign)
  if (!answer.success)
    throw new FiqError('SERVER_ERROR', 'The answer of the server contains no valid API key.')
  const { key, id, expiresAt, credits } = answer.data
  const about = {
    by,
    ...defined({ id, expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined }),
  }
  await storeAndReport(context, key, about, args)
  if (credits === 0) context.output.note('It has no credits yet: fiq topup 1')
}

/** Stores a key and reports where. Never prints the key. */
export async function storeAndReport(
  { account, settings, output, now }: CliContext,
  key: string,
  about: About,
  args: ParsedArguments,
): Promise<void> {
  const place = optionOf(args, 'store') as 'keychain' | 'file' | undefined
  const store = await account.store(key, about, place)
  const { url: server, profile } = settings
  const value = { server, profile, store, by: about.by, expiresAt: about.expiresAt ?? null }
  output.print({
    value,
    view: (screen) =>
      factsView([
        ['signed in at', server],
        ['profile', profile],
        ['key in', store === 'keychain' ? 'the OS keychain' : 'a file that only you can read'],
        [
          'until',
          about.expiresAt === undefined
            ? undefined
            : instantText(about.expiresAt, {}, { now: now(), ...screen }),
        ],
      ])(screen),
  })
}
