import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { lockFile } from '../config/lock-file.ts'
import { createKeyFile } from './keys/create-key-file.ts'
import { keychainWorks, storeInKeychain } from './keys/keychain.ts'
import {
  addKnownWallet,
  checkWalletName,
  type KnownWallet,
  keystoreFolder,
  labelled,
  readKnownWallets,
  type WalletPlace,
} from './keys/known-wallets.ts'
import { signerOf } from './keys/open-wallet.ts'
import { hasPassphrase, newPassphrase } from './keys/passphrase.ts'
import { playKeyPath, writePlayKey } from './keys/play-key.ts'
import type { WalletOptions } from './keys/wallet-options.ts'

export type StoreOptions = Pick<
  WalletOptions,
  'configDir' | 'secrets' | 'terminal' | 'loadKeychain' | 'randomBytes' | 'scrypt'
>

/**
 * Stores a key under a name and adds it to the list of wallets. The place is the OS keychain if
 * available, else an encrypted file; an explicit place or a given passphrase decides. The key of a
 * play wallet is stored in a plain file. A key has one kind: a real wallet never takes over the key
 * of a play wallet, nor the reverse. Nothing is ever overwritten, and the key is stored before its
 * name.
 *
 * @throws FiqError `WALLET_EXISTS`, `WALLET_LOCKED`, `USAGE`.
 */
export async function storeWallet(
  key: Hex,
  request: { name: string; place?: WalletPlace },
  world: StoreOptions,
): Promise<KnownWallet> {
  const name = checkWalletName(request.name)
  refuseExisting(name, world.configDir)
  const { address } = await signerOf(key)
  refuseOtherLabel(address, request.place === 'play', world.configDir)
  const place = await choosePlace(request.place, world)
  if (place === 'keychain') await storeInOsKeychain(name, key, world)
  else if (place === 'play') writePlayKey(world.configDir, name, { key, address })
  else await storeInKeystore(name, { key, address }, world)
  const wallet = labelled({ name, address, place })
  addKnownWallet(world.configDir, wallet)
  return wallet
}

/** Creates a private key. */
export function newKey(randomBytes: (length: number) => Uint8Array): Hex {
  return `0x${Buffer.from(randomBytes(32)).toString('hex')}`
}

/** Refuses an existing entry or file of that name, because overwriting it could lose a key. */
function refuseExisting(name: string, configDir: string): void {
  const listed = readKnownWallets(configDir).wallets.some((wallet) => wallet.name === name)
  const files = [join(configDir, keystoreFolder, `${name}.json`), playKeyPath(configDir, name)]
  if (!listed && !files.some((file) => existsSync(file))) return
  throw new FiqError('WALLET_EXISTS', `There is already a wallet "${name}".`)
}

function refuseOtherLabel(address: Hex, isPlay: boolean, configDir: string): void {
  const other = readKnownWallets(configDir).wallets.find(
    (wallet) => sameAddress(wallet.address, address) && (wallet.isPlay === true) !== isPlay,
  )
  if (!other) return
  throw new FiqError('WALLET_EXISTS', `The key already belongs to the wallet "${other.name}".`, {
    facts: [`"${other.name}" is ${other.isPlay ? 'a play wallet' : 'not a play wallet'}.`],
    remedy:
      'Create a new wallet: fiq wallet create. A key is used either for play money or for real money, never for both.',
  })
}

async function choosePlace(
  requestedPlace: WalletPlace | undefined,
  world: StoreOptions,
): Promise<WalletPlace> {
  if (requestedPlace) return requestedPlace
  if (hasPassphrase(world.secrets)) return 'keystore'
  const keychain = await world.loadKeychain()
  const probe = `probe-${Buffer.from(world.randomBytes(8)).toString('hex')}`
  return keychain && (await keychainWorks(keychain, probe)) ? 'keychain' : 'keystore'
}

async function storeInOsKeychain(name: string, key: Hex, world: StoreOptions): Promise<void> {
  const keychain = await world.loadKeychain()
  if (!keychain)
    throw new FiqError('WALLET_LOCKED', 'There is no OS keychain on this machine.', {
      remedy: 'Omit --store, or use --store file.',
    })
  // A keychain overwrites: of two processes with one name, the second must find the first one's
  // entry.
  const release = lockFile(join(world.configDir, '.lock-keychain'))
  try {
    await storeInKeychain(keychain, name, key)
  } finally {
    release()
  }
}

async function storeInKeystore(
  name: string,
  { key, address }: { key: Hex; address: Hex },
  world: StoreOptions,
): Promise<void> {
  const passphrase = await newPassphrase(world.secrets, world.terminal)
  const { encryptKeystore } = await import('./keys/keystore.ts')
  const { randomBytes, scrypt } = world
  const text = await encryptKeystore(key, passphrase, { address, randomBytes, scrypt })
  createKeyFile(join(world.configDir, keystoreFolder), name, `${text}\n`)
}
