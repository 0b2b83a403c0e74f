import { inTurns } from '../scheduling/in-turns.ts'

/** Values serialised in one step; larger inputs take several steps. */
const valuesMax = 4_000

/**
 * Serialises a value to JSON in pieces. Yields to the event loop when the pieces of a turn took too
 * long. Together the pieces equal `JSON.stringify` of a tree of plain objects, lists and leaves.
 */
export function jsonPieces(value: unknown): AsyncGenerator<string> {
  return inTurns(piecesOf(value))
}

/** Serialises like {@link jsonPieces}, into one text. */
export async function jsonInTurns(value: unknown): Promise<string> {
  let text = ''
  for await (const piece of jsonPieces(value)) text += piece
  return text
}

/** Whether a value contains more values than one step serialises. */
export function isLarge(value: unknown): boolean {
  return weightOf(value, valuesMax) > valuesMax
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || !isLarge(value)) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) yield* listPieces(value)
  else yield* objectPieces(value as Record<string, unknown>)
}

/** Serialises small items together. */
function* listPieces(items: readonly unknown[]): Generator<string> {
  let separator = '['
  let from = 0
  while (from < items.length) {
    let weight = 0
    let to = from
    while (to < items.length && weight <= valuesMax) {
      weight += weightOf(items[to], valuesMax) + 1
      to += 1
    }
    if (to === from + 1) {
      yield separator
      yield* piecesOf(items[from])
    } else yield separator + JSON.stringify(items.slice(from, to)).slice(1, -1)
    separator = ','
    from = to
  }
  yield ']'
}

function* objectPieces(value: Record<string, unknown>): Generator<string> {
  let separator = '{'
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    yield* piecesOf(inner)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

/** Counts the values within a value, and texts by their length. Stops at `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / 64
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    weight += weightOf(inner, most - weight)
    if (weight > most) break
  }
  return weight
}
