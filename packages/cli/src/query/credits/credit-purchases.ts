import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'

/** A purchase on credits, from before it is sent until its answer is printed. */
export type CreditPurchase = {
  /** The idempotency key of every request of this purchase. */
  readonly key: string
  /** When it was first sent, Unix milliseconds. */
  readonly at: number
  /** An earlier request of it has no printed answer: the server may have charged it. */
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
  /** Forgets a purchase: its answer is printed, or the server did not charge it. Never throws. */
  close(request: string, purchase: CreditPurchase): void
}

/** Servers keep an idempotency key this long. After it, the same request is another purchase. */
export const creditPurchaseKeptMs = 86_400_000

/** Folder in the state folder. */
export const creditPurchasesName = 'credits'

/**
 * Stores open purchases as empty files whose names hold request, time and key. So each is written
 * completely or not at all, and a process removes only what it names.
 *
 * Two processes that send one request at the same moment may make two purchases. A process that
 * starts later joins the first one, as with a wallet.
 */
export function createCreditPurchases(
  stateDir: string,
  { now, createKey }: { now(): number; createKey(): string },
): CreditPurchases {
  const folder = join(stateDir, creditPurchasesName)
  return {
    open(request) {
      try {
        const known = openIn(folder, request, now())
        if (known) return { ...known, isResumed: true, isAnswered: false }
        const purchase = { key: createKey(), at: now(), isResumed: false, isAnswered: false }
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        closeSync(openSync(join(folder, nameOf(request, purchase)), 'wx', 0o600))
        syncFolder(folder)
        return purchase
      } catch (cause) {
        throw notStored(folder, cause)
      }
    },
    close(request, purchase) {
      try {
        rmSync(join(folder, nameOf(request, purchase)), { force: true })
      } catch {
        // The next run repeats this purchase, which is charged once.
      }
    },
  }
}

/** The earliest open purchase of a request. Removes what servers no longer keep. */
function openIn(folder: string, request: string, now: number) {
  let first: Pick<CreditPurchase, 'key' | 'at'> | undefined
  for (const name of namesIn(folder)) {
    const [, of, at = '', key = ''] = /^([0-9a-f]{64})\.(\d{1,15})\.([\w-]{1,64})$/.exec(name) ?? []
    if (of === undefined) continue
    const isOver = Number(at) + creditPurchaseKeptMs <= now
    if (isOver) rmSync(join(folder, name), { force: true })
    else if (of === request && !(first && first.at <= Number(at))) first = { key, at: Number(at) }
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

function nameOf(request: string, { at, key }: CreditPurchase): string {
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
      `Reason: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Without it a repeated command could be charged twice.',
    ],
    remedy: 'Make the folder writable, or set FIQ_HOME to one that is.',
    cause,
  })
}
