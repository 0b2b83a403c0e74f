import { secp256k1 } from '@noble/curves/secp256k1'

// A separate file, loaded to sign: only one of viem's kinds of accounts is needed, without word
// lists.
export { privateKeyToAccount } from 'viem/accounts'

// Table of multiples of the base point, for the curve that viem signs with. The usual table, of 8
// bits, takes 40 ms and more and pays off after hundreds of signatures; this one takes 10 ms.
secp256k1.utils.precompute(5)
