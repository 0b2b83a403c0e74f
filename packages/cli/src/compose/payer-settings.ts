import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isTlsOrLocal } from '@fiq/shared/is-loopback'
import type { Folders } from '../config/folders.ts'
import type { Settings } from '../config/settings.ts'
import type { WalletSecrets } from '../wallet/keys/passphrase.ts'
import type { World } from './world.ts'

/**
 * Folders, profile, wallet and secrets of this run, for whatever pays, signs in or checks.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the address of `--rpc-url` is not valid.
 */
export function payerSettings(
  { env, platform, program }: World,
  flags: Readonly<Record<string, unknown>>,
  { folders, settings }: { folders: Folders; settings: Settings },
) {
  const rpcUrl = flags['rpcUrl']
  return {
    configDir: folders.config,
    stateDir: folders.state,
    serverUrl: new URL(settings.url),
    profile: settings.profile,
    secrets: secretsOf(env, flags),
    ...defined({
      agent: platform === 'win32' ? undefined : { folder: folders.runtime, program, env },
      walletName: settings.wallet,
      rpcUrl: typeof rpcUrl === 'string' ? checkRpcUrl(rpcUrl) : undefined,
    }),
  }
}

/** Checks the address of a trusted node. Its path or query may contain a key. */
function checkRpcUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && isTlsOrLocal(url)) return url
  throw new FiqError('CONFIGURATION_INVALID', 'The address of --rpc-url is not valid.', {
    facts: ['Use an https address, or an http address on this machine.'],
  })
}

function secretsOf(env: World['env'], flags: Readonly<Record<string, unknown>>): WalletSecrets {
  const descriptor = flags['passphraseFd']
  return {
    ...defined({
      passphrase: env['FIQ_WALLET_PASSPHRASE'] || undefined,
      passphraseFile: env['FIQ_WALLET_PASSPHRASE_FILE'] || undefined,
      passphraseFd: typeof descriptor === 'string' ? Number(descriptor) : undefined,
      privateKey: env['FIQ_PRIVATE_KEY'] || undefined,
    }),
    allowEnvKey: flags['allowEnvKey'] === true,
  }
}
