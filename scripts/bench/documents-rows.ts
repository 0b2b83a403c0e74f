import type { Row } from './benches.ts'

type Documents = { rows: { name: string; size: number; bytes: number; cpuMs: number }[] }

/** The most expensive accepted documents, as rows of the table. */
export function documentsRows({ rows }: Documents): Row[] {
  return rows.slice(0, 5).map(({ name, size, bytes, cpuMs }) => ({
    figure: `${name}: ${size} of them, ${bytes} bytes`,
    ours: `${cpuMs} ms CPU`,
    goal: 'at most 10 ms',
  }))
}
