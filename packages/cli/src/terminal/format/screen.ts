/** Properties of the terminal for views. */
export type Screen = {
  columns: number
  colour: boolean
  /** Whether stdout is a terminal, so that a person reads the lines. */
  interactive: boolean
  /** Height of the terminal; absent without one. */
  rows?: number
  /** Whether it shows only ASCII. */
  ascii?: boolean
  /** Whether a screen reader is used: words instead of drawings. */
  isReadAloud?: boolean
  /** `--utc`: instants in UTC instead of their own zones. */
  isUtc?: boolean
  /** Names in `--columns`: exactly these, or these in addition to those that fit. */
  picked?: { names: readonly string[]; adds: boolean }
}
