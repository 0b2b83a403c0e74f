/** The result of one check of `fiq doctor`. */
export type Check = {
  name: string
  /** `skipped`: the check could not run, which is not a fault. */
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  /** The remedy. Absent if no action is needed. */
  remedy?: string
}
