import { setTimeout } from 'node:timers/promises'
import { estimateBytes } from '../estimate-bytes.ts'

// Prints the estimates of several values over their measured memory, as JSON. Runs in a process of
// its own, whose heap holds nothing else that comes and goes: `node --expose-gc estimates.ts`.

const text = (at: number) => JSON.parse(`"2018-02-07 ${at}"`) as string
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ date: text(at), close: at + 0.5, volume: at }))

const values: Readonly<Record<string, () => unknown>> = {
  'rows of a series': () => rows(40_000),
  'rows by name': () => new Map(rows(20_000).map((row) => [row.date, row])),
  'lists within rows': () => rows(4_000).map((row) => ({ ...row, names: rows(10) })),
  texts: () => new Set(rows(40_000).map(({ date }) => date)),
  bytes: () => ({ table: new Uint8Array(4_000_000) }),
}

/** Memory in use once two collections in a row leave the same: what loaded this file goes late. */
async function heldBytes(): Promise<number> {
  for (let last = Number.NaN; ; ) {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    const held = heapUsed + arrayBuffers
    if (Math.abs(held - last) < 10_000) return held
    last = held
    await setTimeout(20)
  }
}

/** A function of its own, so that nothing of one measurement is still referred to in the next. */
async function ratioOf(make: () => unknown): Promise<number> {
  const before = await heldBytes()
  const value = make()
  const taken = (await heldBytes()) - before
  return estimateBytes(value) / taken
}

const ratios: Record<string, number> = {}
for (const [name, make] of Object.entries(values)) {
  const measured: number[] = []
  while (measured.length < 5) measured.push(await ratioOf(make))
  // The median: memory that the runtime releases late is in one measurement, not in most.
  ratios[name] = measured.sort((one, other) => one - other)[2]!
}
process.stdout.write(JSON.stringify(ratios))
