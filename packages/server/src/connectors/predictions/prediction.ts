/** One row of `predictions`: an open market. */
export type Prediction = {
  question: string
  source: string
  /** Each outcome with its price as a probability from 0 to 1; `null` without a trade. */
  outcomes: readonly { name: string; probability: number | null }[]
  /** Total volume so far, in `currency`. */
  volume: number | null
  currency: 'USD' | 'MANA'
  isPlayMoney: boolean
  /** Closing time of the market, ISO 8601. */
  closesAt: string | null
  url: string
}
