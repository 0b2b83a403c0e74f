import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { lockFile } from '../../config/lock-file.ts'

/** A purchase on credits, from before it is sent until its answer is printed. */
export type CreditPurchase = {
  /** The idempotency key of every request of this purchase. */
  readonly key: string
  /** When it was first sent, Unix milliseconds. */
  readonly at: number
  /** Since it was first sent, by this machine's clock. */
  readonly ageMs: number
  /** Another run sent it, and its answer is not printed: the server may have charged it. */
  readonly isResumed: boolean
  /** The complete answer arrived. */
  isAnswered: boolean
}

export type CreditPurchases = {
  /**
   * The open purchase of a request, else a new one. It is on the disk before this returns.
   *
   * @param request - The SHA-256 of address and body.
   * @throws FiqError `JOURNAL_UNAVAILABLE` if it cannot be stored.
   */
  open(request: string): CreditPurchase
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

/** The lock in the state folder under which a purchase is looked up and created. */
const lockName = '.credits-lock'

/** End of the name of a purchase that several runs have sent. */
const joinedEnd = '.joined'

/**
 * Stores open purchases as empty files whose names hold request, time and key. So each is written
 * completely or not at all, and a process removes only what it names.
 *
 * A lock covers the look-up and the creation: of processes that send one request at the same
 * moment, one creates the purchase and the others join it.
 */
export function createCreditPurchases(
  stateDir: string,
  { now, createKey }: { now(): number; createKey(): string },
): CreditPurchases {
  const folder = join(stateDir, creditPurchasesName)
  const locked = <result>(body: () => result) => {
    const release = lockFile(join(stateDir, lockName))
    try {
      return body()
    } finally {
      release()
    }
  }
  const create = (request: string, purchase: CreditPurchase) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeSync(openSync(join(folder, nameOf(request, purchase)), 'wx', 0o600))
    syncFolder(folder)
    return purchase
  }
  const remove = (name: string) => unlessItFails(() => rmSync(join(folder, name), { force: true }))
  return {
    open(request) {
      try {
        return locked(() => {
          const known = openIn(folder, request, now())
          if (!known)
            return create(request, {
              ...{ key: createKey(), at: now(), ageMs: 0 },
              ...{ isResumed: false, isAnswered: false },
            })
          const { name, ...purchase } = known
          if (!name.endsWith(joinedEnd))
            renameSync(join(folder, name), join(folder, `${name}${joinedEnd}`))
          const ageMs = Math.max(0, now() - purchase.at)
          return { ...purchase, ageMs, isResumed: true, isAnswered: false }
        })
      } catch (cause) {
        throw notStored(folder, cause)
      }
    },
    close(request, purchase) {
      remove(nameOf(request, purchase))
      remove(`${nameOf(request, purchase)}${joinedEnd}`)
    },
    withdraw(request, purchase) {
      if (!purchase.isResumed) remove(nameOf(request, purchase))
    },
    keep(request, purchase) {
      unlessItFails(() =>
        locked(() => void (openIn(folder, request, now()) ?? create(request, purchase))),
      )
    },
  }
}

/** A file that stays makes the next run repeat its purchase, which is charged once. */
function unlessItFails(body: () => void): void {
  try {
    body()
  } catch {
    // The error of the query is the one to report.
  }
}

/** The earliest open purchase of a request. Removes what servers no longer keep. */
function openIn(folder: string, request: string, now: number) {
  let first: (Pick<CreditPurchase, 'key' | 'at'> & { name: string }) | undefined
  for (const name of namesIn(folder)) {
    const [, of, at = '', key = ''] =
      /^([0-9a-f]{64})\.(\d{1,15})\.([\w-]{1,64})(?:\.joined)?$/.exec(name) ?? []
    if (of === undefined) continue
    const isOver = Number(at) + creditPurchaseKeptMs <= now
    if (isOver) rmSync(join(folder, name), { force: true })
    else if (of === request && !(first && first.at <= Number(at)))
      first = { name, key, at: Number(at) }
  }
  return first
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function nameOf(request: string, { at, key }: Pick<CreditPurchase, 'at' | 'key'>): string {
  return `${request}.${at}.${key}`
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
      ...(cause instanceof FiqError ? cause.facts : [`Reason: ${(cause as Error).message}`]),
      'Without it a repeated command could be charged twice.',
    ],
    remedy: 'Make the folder writable, or set FIQ_HOME to one that is.',
    cause,
  })
}
