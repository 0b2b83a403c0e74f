import { moves } from '../../packages/server/src/storage/payments/payment-moves.ts'

const ofTable = Object.values(moves).flatMap((ways) =>
  ways.flatMap(({ from, to }) => from.map((each) => `${each} > ${to}`)),
)
/** Statements of their own: claims, and the removal of a transfer by a reorganisation. */
const others = [
  ...['none > claimed', 'none > reserved'],
  ...['answered > reorganised', 'settled > broadcast', 'owed > broadcast'],
]

/** Changes of a payment's state that the product makes and the model explores, as `FROM > TO`. */
export const allowedMoves: ReadonlySet<string> = new Set(
  [...ofTable, ...others].filter((move) => !/^(\w+) > \1$/.test(move)),
)

/** Changes of a purchase in the client's journal after its signature, which the model explores. */
export const purchaseMoves: ReadonlySet<string> = new Set([
  ...['signed > unknown', 'signed > settled', 'signed > answered', 'signed > void'],
  ...['unknown > settled', 'unknown > answered', 'unknown > void'],
  ...['settled > answered', 'settled > void'],
])

/**
 * Changes before the signature, when no money can move: the model begins after them. A reservation
 * whose process died is given up, and then continued.
 */
const purchaseBegins: ReadonlySet<string> = new Set([
  ...['none > reserved', 'reserved > signed', 'reserved > void', 'void > reserved'],
])

/**
 * A user gives up the answer of a payment in doubt: `rejected`, which the model does not
 * distinguish from `unknown`.
 */
const purchaseGivenUp: ReadonlySet<string> = new Set([
  ...['signed > rejected', 'unknown > rejected'],
  ...['rejected > settled', 'rejected > answered', 'rejected > void'],
])

/**
 * An answer with errors and without a receipt, whose process ended before it was shown, is fetched
 * again. Without a second answer it is in doubt again, as before the first.
 */
const purchaseFetchedAgain: ReadonlySet<string> = new Set([
  ...['answered > unknown', 'answered > settled', 'answered > void', 'answered > rejected'],
])

/** A recorded change of a payment that is none of them, as `FROM > TO`; `undefined` if it is one. */
export function forbiddenMove(from: string, to: string): string | undefined {
  const move = `${from || 'none'} > ${to}`
  return from === to || allowedMoves.has(move) ? undefined : move
}

/** The same for a recorded change of a purchase. */
export function forbiddenPurchaseMove(from: string, to: string): string | undefined {
  const move = `${from || 'none'} > ${to}`
  const sets = [purchaseMoves, purchaseBegins, purchaseGivenUp, purchaseFetchedAgain]
  const isAllowed = sets.some((set) => set.has(move))
  return from === to || isAllowed ? undefined : move
}

/** A settlement lease as stored. Milliseconds of the database clock. */
export type LeaseRow = { holder: string; token: number; until: number }

/**
 * Why a recorded change of a lease is none of its moves; `undefined` if it is one. A free lease is
 * taken with the next token. A held one is renewed or released by its holder, with its token.
 *
 * @param before - Absent for the first lease.
 * @param now - Time of the change, by the database clock.
 */
export function leaseFault(
  before: LeaseRow | undefined,
  after: LeaseRow,
  now: number,
): string | undefined {
  const isHeld = before !== undefined && before.until > now
  if (after.token === (before?.token ?? 0) + 1)
    return isHeld ? `taken by ${after.holder} while ${before.holder} held it` : undefined
  if (after.token !== before?.token) return `token ${after.token} after ${before?.token ?? 0}`
  if (after.holder !== before.holder) return `${after.holder} has the token of ${before.holder}`
  return isHeld ? undefined : `renewed by ${after.holder} after its end`
}
