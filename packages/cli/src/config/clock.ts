export type Clock = {
  /** Unix milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}
