/** The result of one check of `fiq doctor`. */
export type Check = {
  name: string
  /** `skipped`: could not be looked at, which is no fault of it. */
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  /** The remedy. Absent if no action is needed. */
  remedy?: string
}
