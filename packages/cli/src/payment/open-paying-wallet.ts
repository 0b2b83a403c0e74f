import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Hex } from '@fiq/shared/payment/wire'
import { agentSigner } from '../wallet/agent/agent-client.ts'
import type { PayingSigner } from '../wallet/agent/paying-signer.ts'
import { knownWallet } from '../wallet/keys/known-wallets.ts'
import { openWallet } from '../wallet/keys/open-wallet.ts'
import { usdcBalance } from './delivery/chain.ts'
import { createSend } from './delivery/send.ts'
import type { PayerOptions } from './payer-options.ts'

/**
 * Opens the wallet to pay with. A play wallet signs only if its address has no money on Base, as
 * far as the user's own RPC can tell, because the same signature is valid there.
 *
 * @throws FiqError of `openWallet`; `CONFIGURATION_INVALID` for a play wallet with money.
 */
export async function openPayingWallet(options: PayerOptions): Promise<PayingSigner> {
  const signer = (await openUnlocked(options)) ?? (await openWallet(options))
  if (!signer.isPlay) return signer
  const doubt = await refuseFundedPlay(signer.address, options)
  if (doubt !== undefined) options.terminal.write(`${doubt}\n`)
  return signer
}

/** The agent's signer if the wallet is unlocked. Derives no key and loads no curve. */
async function openUnlocked(options: PayerOptions): Promise<PayingSigner | undefined> {
  const { agent, secrets, configDir, walletName } = options
  const paysFromEnvironment = secrets.privateKey !== undefined && secrets.allowEnvKey === true
  if (!agent || paysFromEnvironment) return undefined
  const wallet = knownWallet(configDir, walletName)
  return wallet.isPlay ? undefined : agentSigner(wallet, agent.folder)
}

export type BaseWorld = Pick<PayerOptions, 'rpcUrl' | 'serverUrl' | 'send'>

/**
 * Refuses a play address that has USDC on Base. Needs the user's own RPC: the server's RPC is its
 * devnet, where a play wallet is meant to have play money.
 *
 * @returns A warning if the node did not answer; `undefined` if the address has no USDC or no check
 * is needed.
 * @throws FiqError `CONFIGURATION_INVALID` with the amount and the remedy.
 */
export async function refuseFundedPlay(
  address: Hex,
  { rpcUrl, serverUrl, send }: BaseWorld,
): Promise<string | undefined> {
  if (!rpcUrl || rpcUrl.origin === serverUrl.origin) return undefined
  const balance = await usdcBalance(createSend(send), rpcUrl, address).catch((error: unknown) => {
    if (error instanceof FiqError) return undefined
    throw error
  })
  if (balance === undefined)
    return `Warning: ${rpcUrl.origin} did not report whether the play wallet holds real USDC.`
  if (balance === 0n) return undefined
  throw new FiqError('CONFIGURATION_INVALID', 'The play wallet holds real USDC on Base.', {
    facts: [
      `Address: ${address}`,
      `Held on Base, according to ${rpcUrl.origin}: ${formatUsdc(balance)} USDC`,
      'Its key is stored in plain text, and every signature for play money is also valid on Base.',
    ],
    remedy:
      'Move the USDC to a real wallet: export the key (fiq wallet export) and send it from another program. Then create a new play wallet: fiq wallet create --play <name>. If the RPC address is that of a devnet, omit --rpc-url. Nothing was signed.',
  })
}
