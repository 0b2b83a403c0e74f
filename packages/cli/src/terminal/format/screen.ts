/** Properties of the terminal for views. */
export type Screen = {
  columns: number
  colour: boolean
  /** Is stdout a terminal, so that lines are looked at by a human? */
  interactive: boolean
  /** Height of the terminal, where it is one. */
  rows?: number
  /** It shows ASCII only. */
  ascii?: boolean
  /** For a screen reader: words instead of drawings. */
  isReadAloud?: boolean
  /** `--utc`: instants in UTC rather than in a zone of their own. */
  isUtc?: boolean
  /** Names in `--columns`: exactly these, or these besides those that fit. */
  picked?: { names: readonly string[]; adds: boolean }
}
