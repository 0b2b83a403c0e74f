import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { addressSchema, type Hex } from '@fiq/shared/payment/wire'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import * as z from 'zod/mini'
import { updateFile } from '../../config/update-file.ts'

/** Where the key of a wallet is stored. `play` is a plain file, for play wallets only. */
export type WalletPlace = 'keychain' | 'keystore' | 'play'

/**
 * The public facts of a wallet, known without opening it. `isPlay` is derived from its place, so
 * that editing the file cannot make a play wallet look real or store a real key unencrypted.
 */
export type KnownWallet = { name: string; address: Hex; place: WalletPlace; isPlay?: true }

/** The wallets of this machine. `current` is the name of the one that pays. */
export type KnownWallets = { current: string | undefined; wallets: readonly KnownWallet[] }

/** Files in the settings folder. */
export const walletsName = 'wallets.json'
export const keystoreFolder = 'keystore'

const nameSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/))

const fileSchema = z.object({
  current: z.optional(nameSchema),
  wallets: z.array(
    z.object({
      name: nameSchema,
      address: addressSchema,
      place: z.enum(['keychain', 'keystore', 'play']),
    }),
  ),
})

/**
 * Reads the list of wallets. A missing file means no wallets.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the file cannot be read, which never means "no
 * wallet".
 */
export function readKnownWallets(configDir: string): KnownWallets {
  const path = join(configDir, walletsName)
  const text = readIfExists(
    () => readFileSync(path, 'utf8'),
    (cause) => unusable(path, cause),
  )
  return parseKnown(text, path)
}

function parseKnown(text: string | undefined, path: string): KnownWallets {
  if (text === undefined) return { current: undefined, wallets: [] }
  try {
    const { current, wallets } = z.parse(fileSchema, JSON.parse(text))
    return { current, wallets: wallets.map(labelled) }
  } catch (cause) {
    throw unusable(path, cause)
  }
}

/** A wallet with the flag that follows from its place. */
export function labelled(wallet: Omit<KnownWallet, 'isPlay'>): KnownWallet {
  return wallet.place === 'play' ? { ...wallet, isPlay: true } : wallet
}

/** Adds a wallet; the first becomes the current one. @throws FiqError `WALLET_EXISTS`. */
export function addKnownWallet(configDir: string, wallet: KnownWallet): void {
  update(configDir, ({ current = wallet.name, wallets }) => {
    if (wallets.some(({ name }) => name === wallet.name))
      throw new FiqError('WALLET_EXISTS', `There is already a wallet "${wallet.name}".`)
    return { current, wallets: [...wallets, wallet] }
  })
}

/** Makes a wallet the paying one. @throws FiqError `NO_WALLET`. */
export function chooseKnownWallet(configDir: string, name: string): KnownWallet {
  update(configDir, (known) => ({ ...known, current: walletIn(known, name).name }))
  return knownWallet(configDir, name)
}

/** Removes a name from the list. If it was the paying wallet, there is none until one is chosen. */
export function forgetKnownWallet(configDir: string, name: string): void {
  update(configDir, ({ current, wallets }) => ({
    current: current === name ? undefined : current,
    wallets: wallets.filter((wallet) => wallet.name !== name),
  }))
}

function update(configDir: string, change: (known: KnownWallets) => KnownWallets): void {
  const path = join(configDir, walletsName)
  updateFile(path, (text) => `${JSON.stringify(change(parseKnown(text, path)), undefined, 2)}\n`)
}

/** The wallet of this name, or the current one. @throws FiqError `NO_WALLET`. */
export function knownWallet(configDir: string, name: string | undefined): KnownWallet {
  return walletIn(readKnownWallets(configDir), name)
}

function walletIn({ current, wallets }: KnownWallets, name: string | undefined): KnownWallet {
  const requested = name ?? current
  const found = wallets.find((wallet) => wallet.name === requested)
  if (found) return found
  const names = wallets.map((wallet) => wallet.name)
  throw new FiqError(
    'NO_WALLET',
    name === undefined ? 'There is no wallet to pay with.' : `There is no wallet "${name}".`,
    {
      facts:
        names.length > 0 ? [...didYouMean(name ?? '', names), `Wallets: ${names.join(', ')}`] : [],
      ...defined({ remedy: names.length > 0 ? 'fiq wallet list shows the wallets.' : undefined }),
    },
  )
}

/** @throws FiqError `USAGE` for an invalid wallet name. */
export function checkWalletName(name: string): string {
  if (z.safeParse(nameSchema, name).success) return name
  throw new FiqError('USAGE', 'The name of the wallet is not valid.', {
    remedy: 'Use 1 to 32 lower-case letters, digits, - and _.',
  })
}

function unusable(path: string, cause: unknown): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The list of wallets cannot be read.', {
    facts: [
      `File: ${path}`,
      `Reason: ${cause instanceof Error ? cause.message.slice(0, 200) : ''}`,
    ],
    remedy: 'Correct the file. The keys are stored in other places and are unchanged.',
    cause,
  })
}
