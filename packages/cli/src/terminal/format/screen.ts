/** What a view needs to know of the terminal. */
export type Screen = {
  columns: number
  colour: boolean
  /** Is stdout a terminal, so that lines are looked at by a human? */
  interactive: boolean
  /** Height of the terminal, where it is one. */
  rows?: number
  /** It shows ASCII only. */
  ascii?: boolean
  /** Somebody listens to it: words instead of drawings. */
  isReadAloud?: boolean
  /** `--utc`: instants in UTC rather than in a zone of their own. */
  isUtc?: boolean
  /** What `--columns` names: exactly these, or these besides those that fit. */
  picked?: { names: readonly string[]; adds: boolean }
}
