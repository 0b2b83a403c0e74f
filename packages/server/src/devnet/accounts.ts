import { keccak256, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * The settler of the embedded chain. It sends the transactions and pays their gas.
 *
 * DEVNET ONLY. The key is derived from a public sentence, so anyone can spend its funds on a real
 * chain.
 */
export const devnetSettlerKey = privateKeyOf(
  'fiq devnet settler: a public key, never use it on a chain',
)
export const devnetSettler = privateKeyToAccount(devnetSettlerKey)

/** The default payee on the embedded chain (`--pay-to`). DEVNET ONLY: its key is public too. */
export const devnetPayee = privateKeyToAccount(
  privateKeyOf('fiq devnet payee: a public key, never use it on a chain'),
)

/** The account that may mint the devnet's token (`MINTER` in Usdc.sol). No key exists for it. */
export const devnetMinter = '0x000000000000000000000000000000000000fA0c'

function privateKeyOf(sentence: string) {
  return keccak256(stringToBytes(sentence))
}
