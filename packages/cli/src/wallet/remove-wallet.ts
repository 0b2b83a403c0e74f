import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { lockAgent } from './agent/agent-client.ts'
import type { AgentWorld } from './agent/start-agent.ts'
import { removeFromKeychain } from './keys/keychain.ts'
import {
  forgetKnownWallet,
  type KnownWallet,
  keystoreFolder,
  knownWallet,
} from './keys/known-wallets.ts'
import { playKeyPath } from './keys/play-key.ts'
import type { WalletOptions } from './keys/wallet-options.ts'

export type RemoveWorld = Pick<WalletOptions, 'configDir' | 'terminal' | 'loadKeychain'> & {
  agent?: AgentWorld
}

/**
 * Removes a wallet permanently. Its funds are lost with the key, so the user must type the name or
 * confirm on the command line. Removes the key first: a name without a key is reported as locked,
 * while a key without a name would be lost.
 *
 * @throws FiqError `NO_WALLET`, `DECLINED`, `USAGE`, `WALLET_LOCKED`.
 */
export async function removeWallet(
  name: string,
  sure: boolean,
  world: RemoveWorld,
): Promise<KnownWallet> {
  const wallet = knownWallet(world.configDir, name)
  if (!sure) await confirm(wallet, world)
  if (world.agent) await lockAgent(wallet.address, world.agent.folder)
  if (wallet.place === 'keychain') await removeFromKeychain(await world.loadKeychain(), name)
  else rmSync(keyFile(wallet, world.configDir), { force: true })
  forgetKnownWallet(world.configDir, name)
  return wallet
}

function keyFile({ name, isPlay }: KnownWallet, configDir: string): string {
  return isPlay ? playKeyPath(configDir, name) : join(configDir, keystoreFolder, `${name}.json`)
}

async function confirm({ name, address }: KnownWallet, { terminal }: RemoveWorld): Promise<void> {
  if (!terminal.interactive)
    throw new FiqError(
      'USAGE',
      'The removal of a wallet needs confirmation, and there is no terminal for a prompt.',
      {
        remedy: `Export the wallet first (fiq wallet export ${name}). Then confirm: fiq wallet remove ${name} --force`,
      },
    )
  terminal.write(
    `This removes the key of ${address}. Without a backup, its funds can never be moved again.\n`,
  )
  const typed = await terminal.prompt(`Type the name of the wallet to remove it: `)
  if (typed.trim() === name) return
  throw new FiqError('DECLINED', 'The wallet was not removed.', { facts: [`Wallet: ${name}`] })
}
