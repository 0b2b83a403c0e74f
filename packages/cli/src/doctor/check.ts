/** What `fiq doctor` found out about one thing. */
export type Check = {
  name: string
  /** `skipped`: could not be looked at, which is no fault of it. */
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  /** What to do about it. Absent where there is nothing to do. */
  remedy?: string
}
