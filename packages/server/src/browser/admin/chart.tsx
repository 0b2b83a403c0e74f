import { defined } from '@fiq/shared/defined'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { Table } from '../table.tsx'

/** A bar chart. `values` are drawn; the table below it has the exact figures. */
export type Bars = {
  title: string
  /** ISO 8601, at equal intervals. */
  times: readonly string[]
  values: readonly number[]
  /** The values as exact texts. */
  texts: readonly string[]
  unit: string
}

const heightPixels = 200

/** Bars over time, and a table of the same figures for screen readers. */
export function Chart({ title, times, values, texts, unit }: Bars): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  const drawn = JSON.stringify([times, values])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const seconds = times.map((time) => Date.parse(time) / 1_000)
    const step = (seconds[1] ?? 0) - (seconds[0] ?? 0) || 86_400
    const plot = new UPlot(optionsOf(element, unit, step), [seconds, [...values]], element)
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: heightPixels }),
    )
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [drawn, unit, scheme])
  const rows = times.map((time, at) => [time, texts[at] ?? ''] as const)
  const most = values.indexOf(Math.max(...values))
  const summary = `${title}: ${times.length} steps, most ${texts[most] ?? '0'} ${unit}`
  return (
    <figure className="card chart">
      <figcaption>{title}</figcaption>
      <div ref={place} role="img" aria-label={summary} />
      <details>
        <summary>The figures as a table</summary>
        <Table
          label={`${title}, figures`}
          tall
          columns={['From (UTC)', { name: unit, holds: 'numbers' }]}
          rows={rows.toReversed().map(([time, text]) => ({
            key: time,
            cells: [time.slice(0, 16).replace('T', ' '), text],
          }))}
        />
      </details>
    </figure>
  )
}

function optionsOf(element: HTMLElement, unit: string, stepSeconds: number): UPlot.Options {
  const [accent, text, line] = ['--accent', '--muted', '--line'].map((name) =>
    colourOf(element, name),
  ) as [string, string, string]
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } }
  const bars = UPlot.paths.bars?.({ size: [0.7, 60], align: 1 })
  // Counts have no fractional ticks.
  const whole = unit === 'USDC' ? {} : { incrs: wholeSteps }
  const series = { fill: accent, width: 0, points: { show: false }, ...defined({ paths: bars }) }
  return {
    width: element.clientWidth,
    height: heightPixels,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // A bar covers the time from its beginning to its end.
      x: { range: (_, first, last) => [first, last + stepSeconds] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    axes: [
      { ...axis, space: 60, values: (_, splits) => splits.map((at) => tickOf(at, splits)) },
      { ...axis, ...whole, size: 60 },
    ],
    series: [{}, series],
  }
}

const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat()

/** Hours for steps shorter than a day, otherwise dates. UTC, like all times on the page. */
function tickOf(seconds: number, [first = 0, second = 0]: readonly number[]): string {
  const text = new Date(seconds * 1_000).toISOString()
  const isMidnight = seconds % 86_400 === 0
  return second - first < 86_400 && !isMidnight ? text.slice(11, 16) : text.slice(5, 10)
}

/**
 * A colour in the form that a canvas accepts. Custom properties contain expressions that only style
 * sheets resolve.
 */
function colourOf(element: HTMLElement, name: string): string {
  const before = element.style.color
  element.style.color = `var(${name})`
  const colour = getComputedStyle(element).color
  element.style.color = before
  return colour
}

function useScheme(): boolean {
  const [isDark, setDark] = useState(() => darkQuery().matches)
  useEffect(() => {
    const query = darkQuery()
    const changed = () => setDark(query.matches)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return isDark
}

function darkQuery(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}
