import { inTurns } from '../scheduling/in-turns.ts'

/** One document that shares features with the query, by its position in the build. */
type Neighbour = {
  id: number
  /** 1 when both sides have exactly the same features; lower with fewer in common. */
  overlap: number
}

/**
 * Finds the documents that share the most features with a query. A feature is a trigram of a name.
 */
export type TrigramIndex = {
  /** Documents in the index. */
  readonly size: number
  /**
   * The documents nearest to these features, best first; ties by position. `share` weighs features
   * that only the document has: 0 ignores them, 1 ignores those that only the query has instead.
   */
  nearest(features: Iterable<string>, limit: number, share?: number): Neighbour[]
}

/**
 * Inverted index over string features. Rare features weigh more (`ln(1 + documents / frequency)`).
 * Used with {@link trigramsOf}; callers may add further features, such as sound keys. Built in
 * turns of the event loop, because there are tens of thousands of documents. Not safe to share
 * between threads: a query reuses one scratch array.
 */
export async function buildTrigramIndex(
  documents: Iterable<Iterable<string>>,
): Promise<TrigramIndex> {
  const { numbers, size, starts, postings } = await invert(documents)
  const weights = new Float32Array(numbers.size)
  const totals = new Float32Array(size)
  for (let number = 0; number < weights.length; number++) {
    const [from, to] = [starts[number]!, starts[number + 1]!]
    weights[number] = Math.log(1 + size / (to - from))
    for (let at = from; at < to; at++) totals[postings[at]!]! += weights[number]!
  }
  const unknownWeight = Math.log(1 + size)
  const shared = new Float32Array(size)
  const touched = new Uint32Array(size)

  function nearest(features: Iterable<string>, limit: number, share = 0.3): Neighbour[] {
    let count = 0
    let total = 0
    for (const feature of new Set(features)) {
      const number = numbers.get(feature)
      const weight = number === undefined ? unknownWeight : weights[number]!
      total += weight
      if (number === undefined) continue
      const to = starts[number + 1]!
      for (let at = starts[number]!; at < to; at++) {
        const id = postings[at]!
        if (shared[id] === 0) touched[count++] = id
        shared[id]! += weight
      }
    }
    const best = keepBest(limit)
    for (let at = 0; at < count; at++) {
      const id = touched[at]!
      best.add(id, shared[id]! / (total * (1 - share) + totals[id]! * share))
      shared[id] = 0
    }
    return best.take()
  }

  return { size, nearest }
}

/** The documents of each feature, ascending: those of feature `n` begin at `starts[n]`. */
type Inverted = {
  numbers: ReadonlyMap<string, number>
  size: number
  starts: Uint32Array
  postings: Uint32Array
}

/**
 * Builds two flat arrays. A growing list for each feature would use most of the memory while a list
 * of sanctions is read.
 */
async function invert(documents: Iterable<Iterable<string>>): Promise<Inverted> {
  const numbers = new Map<string, number>()
  const lastSeen: number[] = []
  const ends: number[] = []
  let features = new Uint32Array(1 << 16)
  let count = 0
  for await (const document of inTurns(documents)) {
    for (const feature of document) {
      const number = numbers.get(feature) ?? numbers.size
      if (number === numbers.size) numbers.set(feature, number)
      if (lastSeen[number] === ends.length) continue
      lastSeen[number] = ends.length
      if (count === features.length) features = doubled(features)
      features[count++] = number
    }
    ends.push(count)
  }
  const starts = startsOf(features.subarray(0, count), numbers.size)
  const free = starts.slice()
  const postings = new Uint32Array(count)
  let at = 0
  ends.forEach((end, id) => {
    for (; at < end; at++) postings[free[features[at]!]!++] = id
  })
  return { numbers, size: ends.length, starts, postings }
}

/** The start of each number's range after sorting, and the end of the last range. */
function startsOf(numbers: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1)
  for (const number of numbers) starts[number + 1]! += 1
  for (let number = 0; number < size; number++) starts[number + 1]! += starts[number]!
  return starts
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * numbers.length)
  more.set(numbers)
  return more
}

/**
 * Trigrams of a folded text with word boundaries: `abc` gives ` ab`, `abc`, `bc `. A word of one
 * letter gives ` a `.
 */
export function trigramsOf(folded: string): string[] {
  const padded = ` ${folded} `
  const trigrams: string[] = []
  for (let at = 0; at + 3 <= padded.length; at++) {
    const trigram = padded.slice(at, at + 3)
    if (trigram[1] !== ' ') trigrams.push(trigram)
  }
  return trigrams
}

/** Keeps the `limit` best of many neighbours, in a heap whose root is the worst of them. */
function keepBest(limit: number) {
  const heap: Neighbour[] = []
  const isWorse = (one: Neighbour, other: Neighbour) =>
    one.overlap < other.overlap || (one.overlap === other.overlap && one.id > other.id)

  function sink(): void {
    const root = heap[0]!
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child += 1
      if (!isWorse(heap[child]!, root)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = root
  }

  return {
    add(id: number, overlap: number): void {
      if (heap.length < limit) {
        heap.push({ id, overlap })
        if (heap.length === limit) heap.sort((one, other) => (isWorse(one, other) ? -1 : 1))
        return
      }
      const root = heap[0]
      if (root === undefined || overlap < root.overlap) return
      if (overlap === root.overlap && id > root.id) return
      root.id = id
      root.overlap = overlap
      sink()
    },
    /** Best first. */
    take: (): Neighbour[] => heap.sort((one, other) => (isWorse(one, other) ? 1 : -1)),
  }
}
