import { keccak256 } from '@nomicfoundation/edr'

/** One 32-byte word of a contract's storage. */
export type StorageSlot = { index: bigint; value: bigint }

/** The token's state that survives a restart. Amounts in atomic units. */
export type TokenState = {
  balances: { address: string; amount: bigint }[]
  /** Used or canceled authorizations. */
  usedNonces: { authorizer: string; nonce: string }[]
}

/** Order of the state variables in Usdc.sol. */
const slotOf = { balances: 0n, authorizationStates: 2n, totalSupply: 3n }

/** The storage of the devnet's token (Usdc.sol) in this state. */
export function tokenStorage({ balances, usedNonces }: TokenState): StorageSlot[] {
  const totalSupply = balances.reduce((sum, { amount }) => sum + amount, 0n)
  return [
    { index: slotOf.totalSupply, value: totalSupply },
    ...balances.map(({ address, amount }) => ({
      index: mappingSlot(wordOf(address), slotOf.balances),
      value: amount,
    })),
    ...usedNonces.map(({ authorizer, nonce }) => ({
      index: mappingSlot(
        wordOf(nonce),
        mappingSlot(wordOf(authorizer), slotOf.authorizationStates),
      ),
      value: 1n,
    })),
  ]
}

/** Slot of a mapping's value: Solidity uses keccak256(key ++ slot of the mapping). */
function mappingSlot(key: bigint, slot: bigint): bigint {
  const preimage = Buffer.from(
    key.toString(16).padStart(64, '0') + slot.toString(16).padStart(64, '0'),
    'hex',
  )
  return BigInt(`0x${Buffer.from(keccak256(preimage)).toString('hex')}`)
}

function wordOf(hex: string): bigint {
  return BigInt(hex)
}
