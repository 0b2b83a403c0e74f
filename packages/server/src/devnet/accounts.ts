import { keccak256, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * The settler of the embedded chain: sends the transactions and pays their gas.
 *
 * DEVNET ONLY. The key is derived from a sentence that anyone can read here, so whatever it holds
 * on a real chain belongs to everybody.
 */
export const devnetSettlerKey = privateKeyOf(
  'fiq devnet settler: a public key, never use it on a chain',
)
export const devnetSettler = privateKeyToAccount(devnetSettlerKey)

/** Who is paid on the embedded chain unless `--pay-to` names somebody. DEVNET ONLY, as above. */
export const devnetPayee = privateKeyToAccount(
  privateKeyOf('fiq devnet payee: a public key, never use it on a chain'),
)

/** Who may mint the token of the devnet (`MINTER` in Usdc.sol). No key exists for it. */
export const devnetMinter = '0x000000000000000000000000000000000000fA0c'

function privateKeyOf(sentence: string) {
  return keccak256(stringToBytes(sentence))
}
