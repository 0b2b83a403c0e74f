import {
  type BigIntStats,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { Caps, Limits } from './ports.ts'

/** The part of {@link Limits} that is kept between runs. */
export type StoredLimits = Caps & Pick<Limits, 'autoApprove'>

/** Atomic units. Small enough that a mistake costs little, large enough for a day of work. */
export const defaultLimits: StoredLimits = {
  perPayment: 1_000_000n,
  perDay: 2_000_000n,
  per30Days: 20_000_000n,
  perSession: 1_000_000n,
  autoApprove: 50_000n,
}

export const limitNames = Object.keys(defaultLimits) as readonly (keyof StoredLimits)[]

/** File in the settings folder; amounts are decimal USDC, for a human to read and edit. */
export const limitsName = 'budget.json'

/**
 * The user's caps: the file, and the defaults for what it leaves out.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the file is there and cannot be used: limits that
 * cannot be read are never replaced by more generous ones.
 */
export function readLimits(configDir: string): StoredLimits {
  const path = join(configDir, limitsName)
  const text = readText(path)
  if (text === undefined) return defaultLimits
  const stored = parseRecord(text, path)
  const limits = { ...defaultLimits }
  for (const [name, amount] of Object.entries(stored)) {
    const known = limitNames.find((limit) => limit === name)
    if (!known || typeof amount !== 'string') throw unusable(path, `"${name.slice(0, 40)}"`)
    limits[known] = parseUsdc(amount)
  }
  return limits
}

/**
 * Younger files may change once more without their times showing it: those of some file systems
 * count in two seconds.
 */
const settledMs = 2_000n

/**
 * The user's caps for who asks for them all the time: as {@link readLimits} at every call, but the
 * file is read only when it is not the one that was read last. What counts as that is what a change
 * cannot leave alone: the inode's own time, which no program sets, besides its place, size and age.
 *
 * @param now - Unix milliseconds.
 */
export function openLimits(configDir: string, now: () => number): () => StoredLimits {
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

/** Writes the caps, whole, so that a crash leaves the old or the new file. */
export function writeLimits(configDir: string, limits: StoredLimits): void {
  const texts = Object.fromEntries(limitNames.map((name) => [name, formatUsdc(limits[name])]))
  const path = join(configDir, limitsName)
  mkdirSync(configDir, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(texts, undefined, 2)}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') return undefined
    throw unusable(path, (cause as Error).message)
  }
}

function parseRecord(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    throw unusable(path, 'it is not JSON')
  }
  throw unusable(path, 'it is not an object')
}

function unusable(path: string, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The budget file cannot be used.', {
    facts: [`File: ${path}`, `Reason: ${reason}`],
    remedy: 'Correct the file, or remove it for the default limits.',
  })
}
