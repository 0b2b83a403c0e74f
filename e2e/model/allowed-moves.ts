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

/** A recorded change that is none of them, as `FROM > TO`; `undefined` if it is one. */
export function forbiddenMove(from: string, to: string): string | undefined {
  const move = `${from || 'none'} > ${to}`
  return from === to || allowedMoves.has(move) ? undefined : move
}
