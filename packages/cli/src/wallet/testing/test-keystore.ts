import { join } from 'node:path'
import { testAddress } from '../../payment/testing/test-payer.ts'
import { createKeyFile } from '../keys/create-key-file.ts'
import { addKnownWallet, type KnownWallet, keystoreFolder } from '../keys/known-wallets.ts'

/** Makes files that open immediately; those of users take 0.4 s of CPU. */
export const cheapScrypt = { n: 2, r: 8, p: 1, dklen: 32 } as const

/** The passphrase of {@link testKeystore}. */
export const passphrase = 'correct horse'

/** The keystore of the test key. */
const testKeystore = {
  version: 3,
  address: testAddress.slice(2).toLowerCase(),
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: 'ab'.repeat(16) },
    ciphertext: '6e66f929f6c88f2d74eb3d4607c566a40e301e03769bad86e0a05d46704e50ac',
    kdf: 'scrypt',
    kdfparams: { ...cheapScrypt, salt: 'ab'.repeat(32) },
    mac: '99f3e268cc3f62e0fbc4eabb0f2c7bc3975c92f995289d02d3adfdf423c89a0c',
  },
}

/** Writes the files of a wallet with the test key, like `storeWallet`. */
export function placeTestWallet(configDir: string, name: string): KnownWallet {
  createKeyFile(join(configDir, keystoreFolder), name, `${JSON.stringify(testKeystore)}\n`)
  const wallet: KnownWallet = { name, address: testAddress, place: 'keystore' }
  addKnownWallet(configDir, wallet)
  return wallet
}
