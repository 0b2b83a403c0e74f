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
 * Opens the wallet to pay with. A play wallet signs only if its address holds nothing on Base, as
 * far as the user's own RPC can tell: the same signature is valid there.
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

/** The agent's signer where the wallet is unlocked: nothing is derived, and no curve is loaded. */
async function openUnlocked(options: PayerOptions): Promise<PayingSigner | undefined> {
  const { agent, secrets, configDir, walletName } = options
  const paysFromEnvironment = secrets.privateKey !== undefined && secrets.allowEnvKey === true
  if (!agent || paysFromEnvironment) return undefined
  const wallet = knownWallet(configDir, walletName)
  return wallet.isPlay ? undefined : agentSigner(wallet, agent.folder)
}

export type BaseWorld = Pick<PayerOptions, 'rpcUrl' | 'serverUrl' | 'send'>

/**
 * Refuses a play address that holds USDC on Base. Needs an RPC of the user's own: the server's own
 * RPC is its devnet, where a play wallet is meant to hold play money.
 *
 * @returns the check that was not possible, for people; `undefined` if all is well or no check is
 * needed.
 * @throws FiqError `CONFIGURATION_INVALID` with the amount and the remedy.
 */
export async function refuseFundedPlay(
  address: Hex,
  { rpcUrl, serverUrl, send }: BaseWorld,
): Promise<string | undefined> {
  if (!rpcUrl || rpcUrl.origin === serverUrl.origin) return undefined
  const held = await usdcBalance(createSend(send), rpcUrl, address).catch((error: unknown) => {
    if (error instanceof FiqError) return undefined
    throw error
  })
  if (held === undefined)
    return `Warning: ${rpcUrl.origin} does not say whether the play wallet holds real USDC.`
  if (held === 0n) return undefined
  throw new FiqError('CONFIGURATION_INVALID', 'The play wallet holds real USDC on Base.', {
    facts: [
      `Address: ${address}`,
      `Held on Base, by ${rpcUrl.origin}: ${formatUsdc(held)} USDC`,
      'Its key rests in plain text, and every signature for play is valid on Base too.',
    ],
    remedy:
      'Move the USDC to a real wallet: export the key (fiq wallet export) and send it from another program. Then make a new one: fiq wallet create --play <name>. If the RPC is of a devnet, leave --rpc-url out. Nothing was signed.',
  })
}
