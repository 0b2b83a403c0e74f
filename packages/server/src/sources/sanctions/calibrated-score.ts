import { scoreThreshold } from './score-names.ts'

/**
 * Similarity of two names, and the share of labelled pairs with this similarity that are the same
 * party. Fitted on one half of the pairs in `scripts/bench/calibration.ts`; the benchmark prints
 * the bins of the other half. The share rises in steps, because many pairs have one of a few
 * similarities; between the steps it hardly changes.
 */
const knots: readonly (readonly [similarity: number, score: number])[] = [
  [0, 0],
  [0.4, 0.015],
  [0.5, 0.035],
  [0.6, 0.08],
  [0.66, 0.145],
  [scoreThreshold, 0.26],
  [0.739, 0.295],
  [0.74, 0.42],
  [0.814, 0.5],
  [0.815, 0.605],
  [0.839, 0.645],
  [0.84, 0.74],
  [0.86, 0.81],
  [0.9, 0.88],
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
