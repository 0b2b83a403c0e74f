import { secp256k1 } from '@noble/curves/secp256k1'

// A file of its own, loaded to sign: of all accounts viem knows, with their word lists, one is needed.
export { privateKeyToAccount } from 'viem/accounts'

// Multiples of the base point, for the curve that viem signs on. The usual table, of 8 bits, pays
// after hundreds of signatures: for one it takes 40 ms and more, this one 10.
secp256k1.utils.precompute(5)
