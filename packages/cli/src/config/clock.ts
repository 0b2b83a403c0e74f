/** The wall clock and its timer. Tests set them. */
export type Clock = {
  /** Unix milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}
