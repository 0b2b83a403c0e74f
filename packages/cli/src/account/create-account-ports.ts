import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { PayerOptions } from '../payment/payer-options.ts'
import { readText, removeFromKeychain, storeText } from '../wallet/keys/keychain.ts'
import type { AccountPorts, KeyPlace } from './account-ports.ts'
import type { BrowserPorts } from './browser-sign-in.ts'
import { readStoredKey, writeStoredKey } from './stored-keys.ts'

export type AccountOptions = Pick<
  PayerOptions,
  | 'configDir'
  | 'profile'
  | 'serverUrl'
  | 'loadKeychain'
  | 'terminal'
  | 'secrets'
  | 'walletName'
  | 'clock'
  | 'randomBytes'
> &
  Pick<BrowserPorts, 'send' | 'after' | 'openBrowser'> & {
    /** Key for this run, from flag or environment. */
    givenKey: string | undefined
    /** `--no-api-key`: uses no key, even if one is stored. */
    keyless: boolean
    /** `--yes` */
    yes: boolean
  }

/** Header values contain only visible ASCII. */
const keyForm = /^[\x21-\x7e]{1,512}$/

/**
 * The account functions of the commands. Reads one small file; loads the keychain and viem on
 * demand.
 */
export function createAccountPorts(options: AccountOptions): AccountPorts {
  const { configDir, profile, serverUrl, givenKey, keyless, terminal } = options
  const { origin } = serverUrl
  const entry = `api-key ${profile} ${origin}`
  const readStored = () => readStoredKey(configDir, profile, origin)
  return {
    async key() {
      if (keyless) return undefined
      if (givenKey !== undefined) return givenKey
      const stored = readStored()
      if (!stored) return undefined
      const key = stored.place === 'file' ? stored.key : await keyInKeychain(entry, options)
      return checkKey(key ?? '')
    },
    stored() {
      const { key: _, ...rest } = readStored() ?? { key: '' }
      return 'place' in rest ? rest : undefined
    },
    async store(key, about, requestedPlace) {
      checkKey(key)
      const place = await placeFor(entry, key, requestedPlace, options)
      const since = new Date(options.clock.now()).toISOString()
      const entryToStore = {
        place,
        ...about,
        since,
        ...defined({ key: place === 'file' ? key : undefined }),
      }
      writeStoredKey(configDir, { profile, origin }, entryToStore)
      return place
    },
    async forget() {
      const stored = readStored()
      if (!stored) return undefined
      const key =
        stored.key ?? (await keyInKeychain(entry, options).catch(() => undefined)) ?? undefined
      if (stored.place === 'keychain') await removeFromKeychain(await options.loadKeychain(), entry)
      writeStoredKey(configDir, { profile, origin }, undefined)
      return key === undefined ? stored : { ...stored, key }
    },
    async promptKey() {
      if (!terminal.interactive)
        throw new FiqError(
          'USAGE',
          'No API key was given on standard input, and there is no terminal for a prompt.',
          { remedy: 'fiq login key < file-with-the-key' },
        )
      return terminal.promptSecret(`API key for ${origin}: `)
    },
    signIn: (nonceAnswer) => signIn(nonceAnswer, options),
    async signInWithBrowser({ provider, open }) {
      const { browserSignIn } = await import('./browser-sign-in.ts')
      const ports = open ? options : { ...options, openBrowser: async () => false }
      return browserSignIn({ serverUrl, provider }, ports)
    },
  }
}

async function signIn(nonceAnswer: unknown, options: AccountOptions) {
  const { terminal, serverUrl, configDir, walletName, clock, yes } = options
  const [{ signInMessage }, { knownWallet }] = await Promise.all([
    import('./sign-in-message.ts'),
    import('../wallet/keys/known-wallets.ts'),
  ])
  // Show the message before the wallet is opened, so that the user reads it before giving a
  // passphrase.
  const { address } = knownWallet(configDir, walletName)
  const issuedAt = new Date(clock.now())
  const message = signInMessage(nonceAnswer, { address, issuedAt, server: serverUrl })
  terminal.write(`${message.replace(/^/gm, '  ')}\n`)
  if (!yes) await confirm(options)
  const { openWallet } = await import('../wallet/keys/open-wallet.ts')
  const signer = await openWallet(options)
  return { message, signature: await signer.signMessage(message), address: signer.address }
}

async function confirm({ terminal }: AccountOptions): Promise<void> {
  if (!terminal.interactive)
    throw new FiqError(
      'APPROVAL_NEEDED',
      'The message needs approval, and there is no terminal for a prompt.',
      {
        remedy:
          'Run the command in a terminal, or approve with --yes. Signing this message moves no money.',
      },
    )
  const reply = await terminal.prompt('Sign this message? [y/N]: ')
  if (/^y(es)?$/i.test(reply.trim())) return
  throw new FiqError('DECLINED', 'You did not sign the message.')
}

async function placeFor(
  entry: string,
  key: string,
  requestedPlace: KeyPlace | undefined,
  { loadKeychain }: AccountOptions,
): Promise<KeyPlace> {
  if (requestedPlace === 'file') return 'file'
  const keychain = await loadKeychain()
  if (keychain && (await storeText(keychain, entry, key))) return 'keychain'
  if (requestedPlace === undefined) return 'file'
  throw new FiqError('WALLET_LOCKED', 'The OS keychain did not store the key.', {
    remedy: 'Unlock the keychain, or use --store file.',
  })
}

async function keyInKeychain(entry: string, { loadKeychain }: AccountOptions): Promise<string> {
  const keychain = await loadKeychain()
  const key = keychain && (await readText(keychain, entry))
  if (key !== undefined) return key
  throw new FiqError('WALLET_LOCKED', 'The OS keychain did not return the API key.', {
    remedy:
      'Unlock the keychain; or run fiq logout, then fiq login; or pay for each query with --no-api-key.',
  })
}

/** Checks the form of a key. The error never contains it. */
function checkKey(key: string): string {
  if (keyForm.test(key)) return key
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'The API key contains characters that are not allowed.',
    { remedy: 'Enter the key again: fiq login key reads it from standard input or from a prompt.' },
  )
}
