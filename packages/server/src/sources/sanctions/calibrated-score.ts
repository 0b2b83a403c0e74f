import { scoreThreshold } from './score-names.ts'

/**
 * Similarity of two names, and the share of labelled pairs with this similarity that are the same
 * party. Fitted on one half of the pairs in `scripts/bench/calibration.ts`; the benchmark prints
 * the bins of the other half.
 */
const knots: readonly (readonly [similarity: number, score: number])[] = [
  [0, 0],
  [0.4, 0.015],
  [0.5, 0.035],
  [0.6, 0.08],
  [0.66, 0.145],
  [scoreThreshold, 0.26],
  [0.76, 0.385],
  [0.8, 0.55],
  [0.83, 0.69],
  [0.86, 0.785],
  [0.9, 0.865],
  [0.93, 0.935],
  [0.96, 0.945],
  [0.98, 0.965],
  [0.99, 0.985],
  [1, 1],
]

/** The share of pairs with this similarity that are the same party. Monotonic. */
export function calibratedScore(similarity: number): number {
  let [from, below] = knots[0]!
  for (const [to, score] of knots) {
    if (similarity === to) return score
    if (similarity < to) return below + ((score - below) * (similarity - from)) / (to - from)
    from = to
    below = score
  }
  return 1
}

/** Default of `minScore`: weaker matches are omitted. */
export const defaultMinScore = calibratedScore(scoreThreshold)

/** A match with at least this score is strong: one in twenty is not the party. */
export const strongScore = 0.95
