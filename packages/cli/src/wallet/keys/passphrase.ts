import { fstatSync, readFileSync, statSync } from 'node:fs'
import { FiqError } from '@fiq/shared/errors'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'

/** Sources of a passphrase or key other than a prompt. Read once, in `main.ts`. */
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

/** Maximum characters of a passphrase, and minimum of a new one. */
const passphraseLimits = { charactersMax: 1_024, newCharactersMin: 8 } as const

/**
 * A passphrase given without a prompt: by descriptor, else by environment, else in the file that it
 * names. A newline at its end is removed.
 *
 * @param warn - Gets a warning if other users of the machine can read the file.
 * @throws FiqError `CONFIGURATION_INVALID` if a named source cannot be read.
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
        `Warning: other users of this machine can read the file of ${name}. Make it readable only by you: chmod 600\n`,
      )
    return secret
  }
  if (passphraseFd !== undefined) return read(passphraseFd, '--passphrase-fd')
  if (passphrase !== undefined) return passphrase
  if (passphraseFile !== undefined) return read(passphraseFile, 'FIQ_WALLET_PASSPHRASE_FILE')
  return undefined
}

/**
 * Whether others can read the file. Windows has another permission system and reports every file as
 * readable by all.
 */
function isReadableByOthers(source: number | string): boolean {
  const file = typeof source === 'number' ? fstatSync(source) : statSync(source)
  return process.platform !== 'win32' && file.isFile() && (file.mode & 0o044) !== 0
}

/** Whether a passphrase is given. Reads nothing, because a descriptor can be read only once. */
export function hasPassphrase({
  passphrase,
  passphraseFd,
  passphraseFile,
}: WalletSecrets): boolean {
  return [passphrase, passphraseFd, passphraseFile].some((source) => source !== undefined)
}

/** Prompts twice for the passphrase of a new wallet. @throws FiqError `USAGE`, `WALLET_LOCKED`. */
export async function newPassphrase(
  secrets: WalletSecrets,
  terminal: ApprovalTerminal,
): Promise<string> {
  const provided = givenPassphrase(secrets, (text) => terminal.write(text))
  if (provided !== undefined) return checkedNew(provided)
  if (!terminal.interactive) throw noPrompt()
  const first = checkedNew(await terminal.promptSecret('New passphrase: '))
  const second = await terminal.promptSecret('Again: ')
  if (first === second) return first
  throw new FiqError('USAGE', 'The two passphrases differ. No wallet was created.', {
    remedy: 'Run the command again.',
  })
}

/** The error without a terminal and a passphrase. */
export function noPrompt(): FiqError {
  return new FiqError(
    'WALLET_LOCKED',
    'The wallet needs its passphrase, and there is no terminal for a prompt.',
    {
      remedy:
        'Set FIQ_WALLET_PASSPHRASE_FILE, or pass --passphrase-fd 3 3< file, or run the command in a terminal.',
    },
  )
}

function checkedNew(passphrase: string): string {
  if (passphrase.length >= passphraseLimits.newCharactersMin) return passphrase
  throw new FiqError(
    'USAGE',
    `A passphrase needs at least ${passphraseLimits.newCharactersMin} characters. No wallet was created.`,
    { remedy: 'Choose a longer passphrase.' },
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
