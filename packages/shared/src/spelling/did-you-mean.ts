/** The fact that suggests a close candidate for a mistyped word. */
export function didYouMean(word: string, candidates: readonly string[]): readonly string[] {
  const suggestion = nearest(word, candidates)
  return suggestion === undefined ? [] : [`Did you mean ${suggestion}?`]
}

/**
 * The candidate closest to a mistyped word, or `undefined` if none is close: the shortest one that
 * the word abbreviates; else with at most two letters wrong, missing, extra or swapped, and at most
 * a third of the word.
 */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.slice(0, wordLengthMax).toLowerCase()
  const [abbreviated] = candidates
    .filter((candidate) => isPart(typed, candidate.toLowerCase()))
    .sort((one, other) => one.length - other.length)
  if (abbreviated !== undefined) return abbreviated
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = slipsBetween(typed, candidate.toLowerCase())
    if (distance <= allowed(typed, candidate) && distance < (best?.distance ?? Infinity))
      best = { candidate, distance }
  }
  return best?.candidate
}

/** Whether the word begins the candidate or is one of its parts: `--day` of `--per-day`. */
function isPart(typed: string, candidate: string): boolean {
  const [word, whole] = [typed, candidate].map((text) => text.replace(/^-+/, '')) as [
    string,
    string,
  ]
  return word.length >= 3 && (whole.startsWith(word) || whole.split('-').includes(word))
}

const wordLengthMax = 64

function allowed(typed: string, candidate: string): number {
  return Math.min(2, Math.max(1, Math.floor(Math.max(typed.length, candidate.length) / 3)))
}

/**
 * Optimal string alignment distance: the number of letters to change, add, drop or swap with a
 * neighbour to turn one word into the other.
 */
export function slipsBetween(a: string, b: string): number {
  // The distances of the beginnings of `a` to those of `b`: of the last two letters of `a`, and this.
  let beforeLast: number[] = []
  let last: number[] = []
  let row: number[] = []
  for (let j = 0; j <= b.length; j += 1) row.push(j)
  for (let i = 1; i <= a.length; i += 1) {
    ;[beforeLast, last, row] = [last, row, beforeLast]
    row[0] = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j += 1) {
      const other = b.charCodeAt(j - 1)
      let slips = last[j - 1]! + (letter === other ? 0 : 1)
      if (last[j]! < slips) slips = last[j]! + 1
      if (row[j - 1]! < slips) slips = row[j - 1]! + 1
      const isSwap =
        i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (isSwap && beforeLast[j - 2]! < slips) slips = beforeLast[j - 2]! + 1
      row[j] = slips
    }
  }
  return row[b.length]!
}
