import { fstatSync, readFileSync, statSync } from 'node:fs'
import { FiqError } from '@fiq/shared/errors'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'

/** Where a passphrase or key may come from besides a prompt. Read once, in `main.ts`. */
export type WalletSecrets = {
  /** FIQ_WALLET_PASSPHRASE */
  passphrase?: string
  /** FIQ_WALLET_PASSPHRASE_FILE */
  passphraseFile?: string
  /** --passphrase-fd */
  passphraseFd?: number
  /** FIQ_PRIVATE_KEY; used only with `allowEnvKey`. */
  privateKey?: string
  /** --allow-env-key */
  allowEnvKey?: boolean
}

/** Longest passphrase, and least of a new one. Characters. */
const passphraseLimits = { charactersMax: 1_024, newCharactersMin: 8 } as const

/**
 * The passphrase given without a prompt: descriptor, then environment, then the file it names. A
 * newline at the end is not part of it.
 *
 * @param warn - Takes a warning when other users of the machine can read the file.
 * @throws FiqError `CONFIGURATION_INVALID` when a source is named and cannot be read.
 */
export function givenPassphrase(
  secrets: WalletSecrets,
  warn: (text: string) => void,
): string | undefined {
  const { passphraseFd, passphrase, passphraseFile } = secrets
  const read = (source: number | string, name: string) => {
    const secret = readSecret(source, name)
    if (isReadableByOthers(source))
      warn(
        `Warning: other users of this machine can read the file of ${name}. Make it yours alone: chmod 600\n`,
      )
    return secret
  }
  if (passphraseFd !== undefined) return read(passphraseFd, '--passphrase-fd')
  if (passphrase !== undefined) return passphrase
  if (passphraseFile !== undefined) return read(passphraseFile, 'FIQ_WALLET_PASSPHRASE_FILE')
  return undefined
}

/** Windows has other rights than these, and shows every file as readable by all. */
function isReadableByOthers(source: number | string): boolean {
  const file = typeof source === 'number' ? fstatSync(source) : statSync(source)
  return process.platform !== 'win32' && file.isFile() && (file.mode & 0o044) !== 0
}

/** Is a passphrase given? Reads nothing: a descriptor can be read only once. */
export function hasPassphrase({
  passphrase,
  passphraseFd,
  passphraseFile,
}: WalletSecrets): boolean {
  return [passphrase, passphraseFd, passphraseFile].some((source) => source !== undefined)
}

/** A passphrase for a new wallet, asked for twice. @throws FiqError `USAGE`, `WALLET_LOCKED`. */
export async function newPassphrase(
  secrets: WalletSecrets,
  terminal: ApprovalTerminal,
): Promise<string> {
  const given = givenPassphrase(secrets, (text) => terminal.write(text))
  if (given !== undefined) return checkedNew(given)
  if (!terminal.interactive) throw noPrompt()
  const first = checkedNew(await terminal.promptSecret('New passphrase: '))
  const second = await terminal.promptSecret('Again: ')
  if (first === second) return first
  throw new FiqError('USAGE', 'The two passphrases differ. No wallet was made.', {
    remedy: 'Run the command again.',
  })
}

/** No terminal and no passphrase. */
export function noPrompt(): FiqError {
  return new FiqError(
    'WALLET_LOCKED',
    'The wallet needs its passphrase, and there is no terminal to prompt on.',
    {
      remedy:
        'Set FIQ_WALLET_PASSPHRASE_FILE, or pass --passphrase-fd 3 3< file, or run it on a terminal.',
    },
  )
}

function checkedNew(passphrase: string): string {
  if (passphrase.length >= passphraseLimits.newCharactersMin) return passphrase
  throw new FiqError(
    'USAGE',
    `A passphrase has at least ${passphraseLimits.newCharactersMin} characters. No wallet was made.`,
    { remedy: 'Choose a longer one.' },
  )
}

function readSecret(source: number | string, name: string): string {
  let text: string
  try {
    text = readFileSync(source, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    throw unreadable(name, (cause as Error).message)
  }
  if (text === '') throw unreadable(name, 'it is empty')
  if (text.length > passphraseLimits.charactersMax) throw unreadable(name, 'it is too long')
  return text
}

function unreadable(name: string, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The passphrase of ${name} cannot be read.`, {
    facts: [`Reason: ${reason}`],
  })
}
