import { type BigIntStats, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { orNames } from '@fiq/shared/spelling/name-list'
import { updateFile } from '../../config/update-file.ts'

/** Caps in atomic units. No flag removes them. */
export type Caps = {
  perPayment: bigint
  perDay: bigint
  per30Days: bigint
  perSession: bigint
}

/** Caps, and the limit of payments without a prompt. */
export type Limits = Caps & {
  /** Maximum payment without a prompt. Atomic units. */
  autoApprove: bigint
  /** `--max-spend`, `FIQ_MAX_SPEND` or the setting: a higher price is refused. */
  maxPrice?: bigint
  /**
   * Whether the cap is on this command line. Then, without a terminal, it approves payments up to
   * it (within the caps). A variable or a setting applies to every command and therefore approves
   * none.
   */
  maxPriceApproves?: boolean
  /** `--yes`: no prompts. The caps still apply. */
  yes?: boolean
  /** `--trust`: origin of a server whose new payee is accepted. */
  trust?: string
  /** `--dry-run`: checks and shows everything, signs nothing. */
  dryRun?: boolean
}

/** The part of {@link Limits} that is stored between runs. */
export type StoredLimits = Caps & Pick<Limits, 'autoApprove'>

/** Atomic units. A mistake costs little, and they suffice for a day of work. */
export const defaultLimits: StoredLimits = {
  perPayment: 1_000_000n,
  perDay: 2_000_000n,
  per30Days: 20_000_000n,
  perSession: 1_000_000n,
  autoApprove: 50_000n,
}

export const limitNames = Object.keys(defaultLimits) as readonly (keyof StoredLimits)[]

/** File in the settings folder. Amounts are decimal USDC, so that users can read and edit it. */
export const limitsName = 'budget.json'

/**
 * The user's caps: the file, with defaults for missing entries.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the file exists and is invalid, because unreadable
 * limits must never be replaced by higher ones.
 */
export function readLimits(configDir: string): StoredLimits {
  const path = join(configDir, limitsName)
  return limitsIn(readText(path), path)
}

function limitsIn(text: string | undefined, path: string): StoredLimits {
  if (text === undefined) return defaultLimits
  const limits = { ...defaultLimits }
  for (const [name, amount] of Object.entries(parseRecord(text, path))) {
    const known = limitNames.find((limit) => limit === name)
    const line = lineOfName(text, name)
    if (!known)
      throw unusable(path, line, `"${name.slice(0, 40)}" is not one of ${orNames(limitNames)}`)
    limits[known] = amountIn(amount, () =>
      unusable(path, line, `"${name}" is not an amount of USDC in quotes, such as "0.05"`),
    )
  }
  return limits
}

function amountIn(amount: unknown, fault: () => FiqError): bigint {
  if (typeof amount !== 'string') throw fault()
  try {
    return parseUsdc(amount)
  } catch {
    throw fault()
  }
}

/**
 * A younger file may change again without a change of its times, which some file systems store in
 * steps of two seconds.
 */
const settledMs = 2_000n

/**
 * Caches {@link readLimits}; rereads when the file changes. A change always alters the inode's
 * change time, which no program can set, or the device, inode, size or modification time.
 *
 * @param now - Unix milliseconds.
 */
export function createLimitsReader(configDir: string, now: () => number): () => StoredLimits {
  const path = join(configDir, limitsName)
  const look = () => statSync(path, { bigint: true, throwIfNoEntry: false })
  let last: { file: BigIntStats; limits: StoredLimits } | undefined
  return () => {
    const file = look()
    if (!file) return defaultLimits
    if (last && isSameFile(file, last.file)) return last.limits
    const limits = readLimits(configDir)
    const isSettled = BigInt(now()) - file.ctimeMs > settledMs
    const after = look()
    last = isSettled && after && isSameFile(file, after) ? { file, limits } : undefined
    return limits
  }
}

function isSameFile(one: BigIntStats, other: BigIntStats): boolean {
  return (['ctimeNs', 'mtimeNs', 'size', 'ino', 'dev'] as const).every(
    (name) => one[name] === other[name],
  )
}

/** Changes caps in the file. Concurrent changes of two processes are both kept. */
export function changeLimits(configDir: string, changes: Partial<StoredLimits>): StoredLimits {
  const path = join(configDir, limitsName)
  let limits = defaultLimits
  updateFile(path, (text) => {
    limits = { ...limitsIn(text, path), ...changes }
    const texts = Object.fromEntries(limitNames.map((name) => [name, formatUsdc(limits[name])]))
    return `${JSON.stringify(texts, undefined, 2)}\n`
  })
  return limits
}

function readText(path: string): string | undefined {
  return readIfExists(
    () => readFileSync(path, 'utf8'),
    ({ message }) => unusable(path, undefined, message),
  )
}

function parseRecord(text: string, path: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw unusable(path, lineOfFault(text, cause as Error), 'it is not JSON')
  }
  if (isObject(value)) return value
  throw unusable(path, 1, 'it is not a JSON object')
}

/** The last line with this name: of two equal names, `JSON.parse` takes the last. */
function lineOfName(text: string, name: string): number {
  const at = text.lastIndexOf(JSON.stringify(name))
  return lineAt(text, Math.max(at, 0))
}

/** The line of a JSON error. The parser states the position, except at the end of the text. */
function lineOfFault(text: string, { message }: Error): number {
  const position = /at position (\d+)/.exec(message)?.[1]
  return lineAt(
    text,
    Math.min(text.trimEnd().length, Number.parseInt(position ?? String(text.length), 10)),
  )
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

function unusable(path: string, line: number | undefined, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The budget file cannot be used.', {
    facts: [`File: ${path}`, ...(line === undefined ? [] : [`Line: ${line}`]), `Reason: ${reason}`],
    remedy: 'Correct the line, or remove the file for the default limits. Nothing was paid.',
  })
}
