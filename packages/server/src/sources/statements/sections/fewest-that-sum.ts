/** The chosen values, and which of the wanted sums they give. */
export type Choice = { indices: number[]; sum: number }

/** Sets of one half of the values that are tried, smallest sets first. */
const setsOfHalfMax = 4_096
/** A set is a mask of 30 bits. */
const valuesMax = 60

/**
 * The fewest values that give one of the sums; of equal choices, those for the first sum, and then
 * the later values. A value has one number for each period, and the numbers of every period must
 * give the sum of that period.
 *
 * Compares the sets of one half of the values with those of the other half, because all sets
 * together are too many: 4,096 sets of each half stand for 16 million choices.
 *
 * @param slacks tolerance of the sum in each period
 * @param oddsMax returns `undefined` if more choices of so few values exist: it may be a coincidence
 */
export function fewestThatSum(
  values: readonly (readonly number[])[],
  sums: readonly (readonly number[])[],
  slacks: readonly number[],
  oddsMax: number,
): Choice | undefined {
  if (values.length > valuesMax || sums.length > oddsMax) return undefined
  const period = largestPeriod(values, slacks.length)
  const middle = Math.ceil(values.length / 2)
  const ofPeriod = values.map((value) => value[period]!)
  const late = setsOf(ofPeriod.slice(middle))
  const binOf = (sum: number) => Math.round(sum / slacks[period]! / 2)
  const earlyByBin = Map.groupBy(setsOf(ofPeriod.slice(0, middle)), ({ sum }) => binOf(sum))
  let best: { late: SetOfValues; early: SetOfValues; sum: number } | undefined
  for (const [index, sum] of sums.entries())
    for (const one of late) {
      const bin = binOf(sum[period]! - one.sum)
      for (const near of [bin - 1, bin, bin + 1])
        for (const other of earlyByBin.get(near) ?? []) {
          const found = { late: one, early: other, sum: index }
          if ((!best || isBetter(found, best)) && givesSum(found, sum)) best = found
        }
    }
  if (!best || choicesUpTo(sizeOf(best)) > oddsMax) return undefined
  return { indices: indicesOf(best), sum: best.sum }

  function givesSum(found: Halves, sum: readonly number[]): boolean {
    const indices = indicesOf(found)
    return slacks.every((slack, at) => {
      const all = indices.reduce((total, index) => total + values[index]![at]!, 0)
      return Math.abs(sum[at]! - all) <= slack
    })
  }

  function indicesOf({ late, early }: Halves): number[] {
    return [...bitsOf(late.mask).map((bit) => bit + middle), ...bitsOf(early.mask)]
  }

  function choicesUpTo(size: number): number {
    let [ofSize, all] = [sums.length, sums.length]
    for (let at = 0; at < size; at += 1) {
      ofSize *= (values.length - at) / (at + 1)
      all += ofSize
    }
    return all
  }
}

/** Some values of one half, as bits, and their sum in one period. */
type SetOfValues = { mask: number; size: number; sum: number }
type Halves = { late: SetOfValues; early: SetOfValues }

function sizeOf({ late, early }: Halves): number {
  return late.size + early.size
}

function isBetter(one: Halves & { sum: number }, other: Halves & { sum: number }): boolean {
  if (sizeOf(one) !== sizeOf(other)) return sizeOf(one) < sizeOf(other)
  if (one.sum !== other.sum) return one.sum < other.sum
  if (one.late.mask !== other.late.mask) return one.late.mask > other.late.mask
  return one.early.mask > other.early.mask
}

/** The period with the largest values: their sums differ most. */
function largestPeriod(values: readonly (readonly number[])[], periods: number): number {
  const sizes = Array.from({ length: periods }, (_, at) =>
    values.reduce((sum, value) => sum + Math.abs(value[at]!), 0),
  )
  return sizes.indexOf(Math.max(...sizes))
}

/** Sets of the values, smallest first. Sets of one size are complete. */
function setsOf(values: readonly number[]): SetOfValues[] {
  const sets: SetOfValues[] = [{ mask: 0, size: 0, sum: 0 }]
  let from = 0
  let ofSize = 1
  for (let size = 1; size <= values.length; size += 1) {
    ofSize *= (values.length - size + 1) / size
    if (sets.length + ofSize > setsOfHalfMax) break
    const end = sets.length
    for (; from < end; from += 1) {
      const { mask, sum } = sets[from]!
      for (let bit = 32 - Math.clz32(mask); bit < values.length; bit += 1)
        sets.push({ mask: mask | (1 << bit), size, sum: sum + values[bit]! })
    }
  }
  return sets
}

function bitsOf(mask: number): number[] {
  const bits: number[] = []
  for (let bit = 0; mask >> bit !== 0; bit += 1) if ((mask >> bit) & 1) bits.push(bit)
  return bits
}
