import { FiqError } from '@fiq/shared/errors'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Clock } from '../config/clock.ts'
import { lockAgent } from './agent/agent-client.ts'
import { unlockMs } from './agent/protocol.ts'
import type { AgentWorld } from './agent/start-agent.ts'
import { type KnownWallet, knownWallet, readKnownWallets } from './keys/known-wallets.ts'
import { readKey, signerOf } from './keys/open-wallet.ts'
import type { WalletOptions } from './keys/wallet-options.ts'

/** How wallet agents are reached and started. Absent without Unix sockets. */
type AgentOptions = { agent?: AgentWorld }

/**
 * Prompts for the passphrase once and passes the key to an agent, which signs purchases for a
 * limited time.
 *
 * @param forMs - Limited by {@link unlockMs}.
 * @returns The wallet, and the end of that time in Unix milliseconds.
 * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`, `USAGE` for a play wallet or an invalid time.
 */
export async function unlockWallet(
  name: string | undefined,
  forMs: number,
  world: WalletOptions & AgentOptions & { stateDir: string; clock: Clock },
): Promise<{ wallet: KnownWallet; until: number }> {
  if (!world.agent) throw noAgent()
  if (forMs < unlockMs.least || forMs > unlockMs.longest)
    throw new FiqError(
      'USAGE',
      '--for must be a time from 1 minute to 7 days, such as 30m, 8h or 2d.',
    )
  const wallet = knownWallet(world.configDir, name ?? world.walletName)
  if (wallet.isPlay)
    throw new FiqError('USAGE', 'A play wallet has no passphrase, so there is nothing to unlock.')
  const key = await readKey(wallet, world)
  const { address } = await signerOf(key)
  if (!sameAddress(address, wallet.address))
    throw new FiqError(
      'CONFIGURATION_INVALID',
      `The stored key does not belong to wallet "${wallet.name}".`,
      { facts: [`Known address: ${wallet.address}`, `Address of the key: ${address}`] },
    )
  const until = world.clock.now() + forMs
  const { startAgent } = await import('./agent/start-agent.ts')
  await startAgent({ key, address, stateDir: world.stateDir, until }, world.agent)
  return { wallet, until }
}

/** Ends the agents of a wallet, or of all wallets. @returns The wallets that had one. */
export async function lockWallets(
  name: string | undefined,
  { configDir, agent }: Pick<WalletOptions, 'configDir'> & AgentOptions,
): Promise<readonly KnownWallet[]> {
  if (!agent) return []
  const wallets =
    name === undefined ? readKnownWallets(configDir).wallets : [knownWallet(configDir, name)]
  const locked: KnownWallet[] = []
  for (const wallet of wallets)
    if (await lockAgent(wallet.address, agent.folder)) locked.push(wallet)
  return locked
}

function noAgent(): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'There is no wallet agent on this system.', {
    facts: ['It needs Unix sockets and folders of mode 0700.'],
    remedy: 'Enter the passphrase with each command, or use the OS keychain.',
  })
}
