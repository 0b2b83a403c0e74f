import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { makeFolder } from '../../config/make-folder.ts'

/** A purchase on credits, from before it is sent until its answer is printed. */
export type CreditPurchase = {
  /** The idempotency key of every request of this purchase. */
  readonly key: string
  /** When it was first sent, Unix milliseconds. */
  readonly at: number
  /** Milliseconds since it was first sent, also positive if the clock was set back since. */
  readonly ageMs: number
  /** Whether another run sent it and did not print its answer: the server may have charged it. */
  readonly isResumed: boolean
  /** Whether the complete answer arrived. */
  isAnswered: boolean
}

/** Counts the price of a purchase in a cap. */
export type PurchaseCost = {
  /** Counts it. @throws FiqError `OVER_BUDGET`: then nothing is created and nothing sent. */
  add(): void
  /** Subtracts it again, because the purchase was not created or never sent. */
  remove(): void
}

/** The journal of purchases on the credits of an API key. */
export type CreditPurchases = {
  /**
   * The open purchase of a request, else a new one. It is on the disk before this returns.
   *
   * @param request - The SHA-256 of address and body, or of the caller's own idempotency key.
   * @param cost - Counts the price of a new purchase before it is created. A crash in between
   * leaves it counted.
   * @param key - The idempotency key of a new purchase; by default a random one.
   * @throws FiqError `JOURNAL_UNAVAILABLE` if it cannot be stored; the error of `cost`.
   */
  open(request: string, cost?: PurchaseCost, key?: string): CreditPurchase
  /** Forgets a purchase: its answer is printed, or no longer available. Never throws. */
  close(request: string, purchase: CreditPurchase): void
  /**
   * Forgets a purchase whose requests of this run were not charged, unless another run joined it:
   * the server may charge the requests of that run. Never throws.
   */
  withdraw(request: string, purchase: CreditPurchase): void
  /**
   * Stores a purchase again whose answer was lost here, and which another run has closed. Never
   * throws.
   */
  keep(request: string, purchase: CreditPurchase): void
}

/** Servers keep an idempotency key this long. After it, the same request is another purchase. */
export const creditPurchaseKeptMs = 86_400_000

/** Folder in the state folder. */
export const creditPurchasesName = 'credits'

/** Maximum attempts: more than processes that send one request at the same moment. */
const triesMax = 1_000

/**
 * Stores an open purchase as a folder named by its request. In it, an empty file is named by the
 * time and the key, and one more for each process that joins the purchase. So each is written
 * completely or not at all, and a process removes only files that it names.
 *
 * A folder takes its name only if there is none or an empty one. So of processes that send one
 * request at the same moment, one creates the purchase and the others join it.
 */
export function createCreditPurchases(
  stateDir: string,
  { now, createKey }: { now(): number; createKey(): string },
): CreditPurchases {
  const folder = join(stateDir, creditPurchasesName)
  const create = (request: string, key = createKey()): CreditPurchase | undefined => {
    const purchase = { key, at: now(), ageMs: 0, isResumed: false, isAnswered: false }
    return isPlaced(folder, request, purchase) ? purchase : undefined
  }
  const joinOpen = (request: string): CreditPurchase | undefined => {
    const { key, at } = joinedIn(join(folder, request)) ?? {}
    if (key === undefined || at === undefined) return undefined
    return { key, at, ageMs: Math.abs(now() - at), isResumed: true, isAnswered: false }
  }
  return {
    open(request, cost, key) {
      try {
        removeExpired(folder, now())
        for (let tries = 0; tries < triesMax; tries += 1) {
          const open = joinOpen(request)
          if (open) return open
          cost?.add()
          const purchase = create(request, key)
          if (purchase) return purchase
          cost?.remove()
        }
        throw new Error('Other processes open and close this purchase all the time.')
      } catch (cause) {
        throw cause instanceof FiqError ? cause : notStored(folder, cause)
      }
    },
    close(request, { at, key }) {
      unlessItFails(() => {
        const place = join(folder, request)
        for (const { name, ...each } of filesIn(place))
          if (each.at === at && each.key === key) rmSync(join(place, name), { force: true })
        rmdirSync(place)
      })
    },
    withdraw(request, purchase) {
      if (purchase.isResumed) return
      unlessItFails(() => {
        rmSync(join(folder, request, nameOf(purchase)), { force: true })
        rmdirSync(join(folder, request))
      })
    },
    keep(request, purchase) {
      unlessItFails(() => isPlaced(folder, request, purchase))
    },
  }
}

/**
 * Ignores an error. A file that stays makes the next run repeat its purchase, which is charged
 * once. A folder that is not empty belongs to another run.
 */
function unlessItFails(body: () => void): void {
  try {
    body()
  } catch {
    // The error of the query is the one to report.
  }
}

/** Writes the folder of a purchase under another name first. @returns `false` if one is open. */
function isPlaced(folder: string, request: string, purchase: CreditPurchase): boolean {
  const made = join(folder, `new-${purchase.key}-${process.pid}`)
  makeFolder(made, 0o700)
  try {
    touch(join(made, nameOf(purchase)))
    syncFolder(made)
    renameSync(made, join(folder, request))
    syncFolder(folder)
    return true
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (existsCodes.has(codeOf(error))) return false
    throw error
  }
}

/** Codes of renaming a folder to the name of a non-empty one. Windows: of any. */
const existsCodes: ReadonlySet<unknown> = new Set([
  ...['EEXIST', 'ENOTEMPTY', ...(process.platform === 'win32' ? ['EPERM', 'EACCES'] : [])],
])

/**
 * Joins the purchase in a folder: the file of this process keeps it from being withdrawn or
 * replaced. Looks again afterwards, because it may have been replaced before that.
 */
function joinedIn(place: string): Pick<CreditPurchase, 'at' | 'key'> | undefined {
  const [found] = filesIn(place)
  if (!found) return undefined
  const claimed = join(place, `${nameOf(found)}.${process.pid}`)
  try {
    touch(claimed)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  if (filesIn(place)[0]?.key === found.key) return found
  rmSync(claimed, { force: true })
  return undefined
}

type PurchaseFile = Pick<CreditPurchase, 'at' | 'key'> & { name: string }

/** The files of a purchase. Latest first, because an earlier purchase has been replaced. */
function filesIn(place: string): readonly PurchaseFile[] {
  const files = namesIn(place).flatMap((name): PurchaseFile[] => {
    const [, at, key] = /^(\d{1,15})\.([\w-]{1,64})(?:\.\d{1,10})?$/.exec(name) ?? []
    return at === undefined || key === undefined ? [] : [{ name, at: Number(at), key }]
  })
  return files.sort((one, other) => other.at - one.at || (one.key < other.key ? -1 : 1))
}

/** Removes purchases that servers no longer keep, and folders that a killed process left. */
function removeExpired(folder: string, now: number): void {
  for (const request of namesIn(folder)) {
    if (!/^(?:[0-9a-f]{64}|new-[\w-]+)$/.test(request)) continue
    const place = join(folder, request)
    const over = filesIn(place).filter(({ at }) => Math.abs(now - at) >= creditPurchaseKeptMs)
    if (over.length === 0) continue
    for (const { name } of over) rmSync(join(place, name), { force: true })
    unlessItFails(() => rmdirSync(place))
  }
}

function touch(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

function namesIn(folder: string): readonly string[] {
  return readIfExists(() => readdirSync(folder)) ?? []
}

function nameOf({ at, key }: Pick<CreditPurchase, 'at' | 'key'>): string {
  return `${at}.${key}`
}

/** The name of a file is on the disk only after its folder is. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function notStored(folder: string, cause: unknown): FiqError {
  return new FiqError('JOURNAL_UNAVAILABLE', 'The purchase cannot be stored, so nothing is sent.', {
    facts: [
      `Folder: ${folder}`,
      `Reason: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Without it a repeated command could be charged twice.',
    ],
    remedy: 'Make the folder writable, or set FIQ_HOME to one that is.',
    cause,
  })
}
