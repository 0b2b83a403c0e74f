import type { Report } from './worker.ts'
import { hashText } from './world/choices.ts'

export type Summary = {
  text: string
  /** One line that only the seeds decide. */
  decided: string
  purchases: number
  failed: number
}

/** Adds the reports of seeds up. Their order makes no difference. */
export function summaryOf(reports: readonly Report[], purchasesEach: number): Summary {
  const sorted = [...reports].sort((one, other) => one.seed - other.seed)
  const counts = sumsOf(sorted.map((each) => each.counts))
  const faults = sumsOf(sorted.map((each) => each.faults))
  const failed = sorted.filter(({ failure }) => failure !== undefined)
  const purchases = sorted.length * purchasesEach
  const tasks = sorted.reduce((sum, each) => sum + each.tasks, 0)
  const hash = sorted.reduce((sum, each) => hashText(`${each.seed} ${each.hash}`, sum), 0)
  const rows = [...faults].sort(([, one], [, other]) => other - one)
  const text = [
    `${sorted.length} seeds, ${purchases} purchases, ${tasks} tasks`,
    [...counts].map(([name, count]) => `${name} ${count}`).join(', '),
    'Faults:',
    ...rows.map(([kind, count]) => `  ${kind.padEnd(22)} ${String(count).padStart(9)}`),
    failed.length === 0
      ? 'All invariants held.'
      : `Violated by ${failed.length} seeds: ${failed.map(({ seed }) => seed).join(', ')}`,
  ].join('\n')
  const first = sorted[0]?.seed ?? 0
  const parts = [
    `seeds ${first}..${sorted.at(-1)?.seed ?? 0}`,
    `purchases ${purchases}`,
    ...[...counts].map(([name, count]) => `${name} ${count}`),
    `violations ${failed.length}`,
    `trace ${hash.toString(16).padStart(8, '0')}`,
  ]
  return { text, decided: parts.join(' '), purchases, failed: failed.length }
}

function sumsOf(parts: readonly Readonly<Record<string, number>>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts)
    for (const [name, count] of Object.entries(part)) sums.set(name, (sums.get(name) ?? 0) + count)
  return new Map([...sums].sort(([one], [other]) => (one < other ? -1 : 1)))
}
