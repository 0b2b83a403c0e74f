import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { type Signer, typedDataOf } from '@fiq/shared/payment/authorization'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { readFromKeychain } from './keychain.ts'
import { type KnownWallet, keystoreFolder, knownWallet } from './known-wallets.ts'
import { givenPassphrase, hasPassphrase, noPrompt } from './passphrase.ts'
import { readPlayKey } from './play-key.ts'
import type { WalletOptions } from './wallet-options.ts'

/** Number of passphrase prompts before the wallet stays locked. */
const promptsMax = 3

export type WalletWorld = Omit<WalletOptions, 'randomBytes'>

/**
 * Opens the paying wallet: the key in the environment if that is allowed, else the named wallet,
 * else the current one. Loads viem.
 *
 * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`, `CONFIGURATION_INVALID`.
 */
export async function openWallet(world: WalletWorld): Promise<WalletSigner> {
  const { secrets, terminal } = world
  if (secrets.privateKey !== undefined && secrets.allowEnvKey) {
    terminal.write(
      'Warning: paying with FIQ_PRIVATE_KEY. Other programs can also read this variable.\n',
    )
    return signerOf(checkKey(secrets.privateKey))
  }
  if (secrets.privateKey !== undefined)
    terminal.write('FIQ_PRIVATE_KEY is ignored without --allow-env-key.\n')
  const wallet = knownWallet(world.configDir, world.walletName)
  const signer = await signerOf(await readKey(wallet, world))
  if (sameAddress(signer.address, wallet.address))
    return wallet.isPlay ? { ...signer, isPlay: true } : signer
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `The stored key does not belong to wallet "${wallet.name}".`,
    {
      facts: [`Known address: ${wallet.address}`, `Address of the key: ${signer.address}`],
      remedy: 'Nothing was signed. Correct wallets.json or restore the key.',
    },
  )
}

/**
 * Finds the wallet that {@link openWallet} opens, and whether it opens without a prompt. Only a
 * keystore whose passphrase is given does: a keychain may show its own prompt.
 *
 * @throws FiqError `NO_WALLET`, `CONFIGURATION_INVALID`.
 */
export function findWallet({
  configDir,
  walletName,
  secrets,
}: Pick<WalletWorld, 'configDir' | 'walletName' | 'secrets'>) {
  if (secrets.privateKey !== undefined && secrets.allowEnvKey)
    return { name: 'FIQ_PRIVATE_KEY', opensWithoutPrompt: false, isPlay: false }
  const { name, place, isPlay = false } = knownWallet(configDir, walletName)
  const isQuiet = secrets.privateKey === undefined && hasPassphrase(secrets)
  return { name, opensWithoutPrompt: isQuiet && place === 'keystore', isPlay }
}

/** The paying wallet, found by {@link findWallet}; `undefined` without one. */
export function payingWallet(world: Pick<WalletWorld, 'configDir' | 'walletName' | 'secrets'>) {
  try {
    return findWallet(world)
  } catch (error) {
    if (hasCode(error, 'NO_WALLET')) return undefined
    throw error
  }
}

/** Whether the paying wallet is a play wallet. `false` without a wallet. */
export function paysWithPlay(world: Pick<WalletWorld, 'configDir' | 'walletName' | 'secrets'>) {
  return payingWallet(world)?.isPlay === true
}

/**
 * Checks the form of a private key: 64 hex digits, with or without `0x`.
 *
 * @throws FiqError `USAGE`, without the text, which may be a key with a typing error.
 */
export function checkKey(text: string): Hex {
  const digits = text.trim().replace(/^0x/i, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(digits) && digits > '0'.repeat(64) && digits < groupOrder)
    return `0x${digits}`
  throw new FiqError('USAGE', 'The input is not a private key.', {
    remedy: 'Pass 64 hex digits, or a keystore file with --from.',
  })
}

/** Order of secp256k1. Keys are smaller. */
const groupOrder = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

/** A signer that can also sign a text (EIP-191), as sign-in requires. */
export type WalletSigner = Signer & {
  signMessage(message: string): Promise<Hex>
  /** Whether it pays with play money, whose purchases have separate budget windows. */
  isPlay?: true
}

/** Creates a signer for EIP-712 and texts, with its address. */
export async function signerOf(key: Hex): Promise<WalletSigner> {
  const { privateKeyToAccount } = await import('./private-key-account.ts')
  const account = privateKeyToAccount(key)
  return {
    address: account.address,
    signTypedData: (typedData) => account.signTypedData(typedData),
    signMessage: (message) => account.signMessage({ message }),
  }
}

/**
 * Loads viem and signs a dummy value while a key is derived on another thread. Otherwise building
 * its curve tables and the first run of its code would delay the payment. The key 1 is public.
 */
async function prepareSigner(): Promise<void> {
  const signer = await signerOf(`0x${'1'.padStart(64, '0')}`)
  const { address } = signer
  const nothing = {
    value: 0n,
    validAfter: 0n,
    validBefore: 0n,
    nonce: `0x${'0'.repeat(64)}`,
  } as const
  await signer.signTypedData(typedDataOf({ from: address, to: address, ...nothing }))
}

/** Reads the key of a wallet from its place. @throws FiqError `WALLET_LOCKED`. */
export async function readKey(wallet: KnownWallet, world: WalletWorld): Promise<Hex> {
  if (wallet.place === 'keychain') return readFromKeychain(await world.loadKeychain(), wallet.name)
  if (wallet.place === 'play') return readPlayKey(world.configDir, wallet.name)
  return readFromKeystore(wallet, world)
}

async function readFromKeystore(wallet: KnownWallet, world: WalletWorld): Promise<Hex> {
  const path = join(world.configDir, keystoreFolder, `${wallet.name}.json`)
  const text = readKeystoreFile(path)
  const { decryptKeystore } = await import('./keystore.ts')
  const passphrase = givenPassphrase(world.secrets, (text) => world.terminal.write(text))
  if (passphrase !== undefined) {
    const [key] = await Promise.all([decryptKeystore(text, passphrase), prepareSigner()])
    return key
  }
  if (!world.terminal.interactive) throw noPrompt()
  for (let prompts = 1; ; prompts += 1) {
    const passphrase = await world.terminal.promptSecret(`Passphrase of wallet "${wallet.name}": `)
    try {
      return await decryptKeystore(text, passphrase)
    } catch (error) {
      const wrong = hasCode(error, 'WALLET_LOCKED')
      if (!wrong || prompts === promptsMax) throw error
      world.terminal.write('The passphrase is wrong.\n')
    }
  }
}

/** @throws FiqError `WALLET_LOCKED` */
export function readKeystoreFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new FiqError('WALLET_LOCKED', 'The keystore file cannot be read.', {
      facts: [`File: ${path}`, `Reason: ${(cause as Error).message}`],
      remedy: 'Restore the file; the wallet is not opened without it.',
      cause,
    })
  }
}
