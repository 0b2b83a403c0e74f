// Loaded into a process before its code: its calendar clock stands still. Durations are measured
// with another clock, and go on.

const fixedMs = Date.parse(process.env['FIQ_TEST_NOW'] ?? '')
const RealDate = Date

class FixedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [fixedMs] : given) as [number]))
  }
  static override now(): number {
    return fixedMs
  }
}
globalThis.Date = FixedDate as DateConstructor
