/** The fact that suggests a close candidate for a mistyped word. */
export function didYouMean(word: string, candidates: readonly string[]): readonly string[] {
  const meant = nearest(word, candidates)
  return meant === undefined ? [] : [`Did you mean ${meant}?`]
}

/**
 * The candidate closest to a mistyped word, or `undefined` if none is close: at most two letters
 * wrong, missing, extra or swapped, and at most a third of the word.
 */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.slice(0, wordLengthMax).toLowerCase()
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = slipsBetween(typed, candidate.toLowerCase())
    if (distance <= allowed(typed, candidate) && distance < (best?.distance ?? Infinity))
      best = { candidate, distance }
  }
  return best?.candidate
}

const wordLengthMax = 64

function allowed(typed: string, candidate: string): number {
  return Math.min(2, Math.max(1, Math.floor(Math.max(typed.length, candidate.length) / 3)))
}

/**
 * Letters to change, add, drop or swap with a neighbour until one word is the other: the optimal
 * string alignment distance.
 */
export function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
