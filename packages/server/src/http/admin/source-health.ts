import { html, raw } from 'hono/html'
import type { HourlyCount } from '../../storage/admin/hourly-counts.ts'
import { createHourlyCounts, hourMs } from '../../storage/admin/hourly-counts.ts'
import { type Column, countColumn } from '../layout/data-table.ts'
import type { Markup } from '../layout/layout.ts'
import type { AdminParts } from './admin-parts.ts'

type HourState = 'none' | 'answering' | 'slow' | 'failing'

/** Health of a source over the last 24 hours on all instances. `hours`: oldest first. */
export type SourceHealth = {
  /** Names of the sources that request from the host. */
  name: string
  host: string
  state: HourState
  hours: readonly HourState[]
  calls: number
  failed: number
  /** Mean duration of all requests, failures included; absent without a request. */
  milliseconds: number | undefined
}

const hoursShown = 24
/** A larger mean counts as slow. */
const slowMs = 1_000

/** Every source used in the last 24 hours: failing ones first, then by name. */
export async function sourceHealth({
  database,
  running,
  nowMs,
}: Pick<AdminParts, 'database' | 'running' | 'nowMs'>): Promise<readonly SourceHealth[]> {
  await running.flushCounts()
  const first = Math.floor(nowMs() / hourMs) - hoursShown + 1
  const counts = await createHourlyCounts(database).since('source', first * hourMs)
  const sources = [...Map.groupBy(counts, ({ name }) => name)].map(([host, hours]) =>
    healthOf({ name: running.sourceName(host), host }, hours, first),
  )
  const rank: Readonly<Record<HourState, number>> = { failing: 0, slow: 1, answering: 2, none: 3 }
  return sources.sort(
    (a, b) => rank[a.state] - rank[b.state] || (a.name + a.host < b.name + b.host ? -1 : 1),
  )
}

function healthOf(
  source: Pick<SourceHealth, 'name' | 'host'>,
  counts: readonly HourlyCount[],
  first: number,
): SourceHealth {
  const hours = Array.from({ length: hoursShown }, (_, place) =>
    stateOf(counts.filter(({ hour }) => hour === (first + place) * hourMs)),
  )
  const sum = (of: 'calls' | 'failed' | 'milliseconds') =>
    counts.reduce((all, each) => all + each[of], 0)
  const calls = sum('calls')
  return {
    ...source,
    hours,
    calls,
    failed: sum('failed'),
    // The last hour with requests decides the current state.
    state: hours.findLast((state) => state !== 'none') ?? 'none',
    milliseconds: calls === 0 ? undefined : Math.round(sum('milliseconds') / calls),
  }
}

function stateOf(counts: readonly HourlyCount[]): HourState {
  const [calls, failed, milliseconds] = (['calls', 'failed', 'milliseconds'] as const).map((of) =>
    counts.reduce((all, each) => all + each[of], 0),
  ) as [number, number, number]
  if (calls === 0) return 'none'
  if (failed * 2 >= calls) return 'failing'
  return milliseconds / calls > slowMs ? 'slow' : 'answering'
}

const tags: Readonly<Record<HourState, string>> = {
  answering: '',
  slow: ' slow',
  failing: ' bad',
  none: ' off',
}

export const sourceColumns: readonly Column<SourceHealth>[] = [
  {
    name: 'Source',
    is: 'head',
    value: ({ name }) => name,
    show: ({ name, host }) => html`${name} <span class="host">${host}</span>`,
  },
  {
    name: 'State',
    value: ({ state }) => state,
    show: ({ state }) => html`<span class="tag${tags[state]}">${state}</span>`,
  },
  {
    name: '24 hours',
    value: ({ hours }) => hours.filter((state) => state === 'failing').length,
    show: ({ hours }) => strip(hours),
  },
  countColumn('Calls', ({ calls }) => calls, ['call', 'calls']),
  { name: 'Mean, ms', is: 'number', unit: 'ms', value: ({ milliseconds }) => milliseconds ?? null },
  countColumn('Failed', ({ failed }) => failed, 'failed'),
]

/**
 * Draws one bar for each hour: tall and hatched for failing, half as tall for slow, low otherwise.
 * Hours without a request leave the base line empty.
 */
export function strip(hours: readonly HourState[]): Markup {
  const many = (of: HourState) => hours.filter((state) => state === of).length
  const label = `of ${hours.length} hours, ${many('failing')} failing and ${many('slow')} slow`
  const bars = hours.map((state, place) => {
    const x = place * 7
    if (state === 'failing')
      return `<rect class="fails" x="${x}" width="5" height="18"/><path class="hatch" d="M${x} 6L${x + 5} 1M${x} 12L${x + 5} 7M${x} 18L${x + 5} 13"/>`
    if (state === 'slow') return `<rect class="slows" x="${x}" y="8" width="5" height="10"/>`
    return state === 'none' ? '' : `<rect class="answers" x="${x}" y="13" width="5" height="5"/>`
  })
  const width = hours.length * 7 - 2
  return html`<svg class="strip24" viewBox="0 0 ${String(width + 2)} 18" role="img" aria-label="${label}"><path class="base" d="M0 17.5h${String(width)}"/>${raw(bars.join(''))}</svg>`
}

/** What the bars of {@link strip} mean. */
export function stripLegend(): Markup {
  return html`<span class="small muted keys">
    ${(['answering', 'slow', 'failing'] as const).map(
      (state) =>
        html`<span>${strip([state])}${state}${state === 'failing' ? ', an hour a bar' : ''}</span>`,
    )}
  </span>`
}
