import type { AccountPorts } from '../../account/account-ports.ts'
import type { CliContext } from '../../context.ts'
import { renderFacts } from '../../terminal/facts.ts'
import type { Given } from '../declaration.ts'
import { optionOf } from '../given.ts'

type About = Parameters<AccountPorts['keep']>[1]

/** Keeps a key and says where; the key itself is never printed. */
export async function keepAndTell(
  { account, settings, output }: CliContext,
  key: string,
  about: About,
  given: Given,
): Promise<void> {
  const wanted = optionOf(given, 'store') as 'keychain' | 'file' | undefined
  const store = await account.keep(key, about, wanted)
  const { url: server, profile } = settings
  const value = { server, profile, store, by: about.by, expiresAt: about.expiresAt ?? null }
  output.print({
    value,
    view: (screen) =>
      renderFacts(
        [
          ['signed in at', server],
          ['profile', profile],
          ['key in', store === 'keychain' ? 'the OS keychain' : 'a file only you can read'],
          ...(about.expiresAt === undefined ? [] : [['until', about.expiresAt] as const]),
        ],
        screen,
      ),
  })
}
