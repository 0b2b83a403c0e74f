import { type ReactElement, useState } from 'react'
import type { OverviewShape } from '../../http/admin/shapes.ts'
import { Freshness, useLive } from './live.tsx'

const ranges = [
  ['hour', '1 hour'],
  ['day', '24 hours'],
  ['week', '7 days'],
  ['month', '30 days'],
  ['year', '1 year'],
] as const

/** Revenue, payments, latency, sources and unpaid load over time. The server draws the content. */
export function Overview(): ReactElement {
  const [range, setRange] = useState<string>('day')
  const live = useLive<OverviewShape>(`overview?range=${range}`)
  const { value } = live
  return (
    <>
      <div className="top">
        <h1>Overview</h1>
        <fieldset className="seg">
          <legend className="unseen">Range</legend>
          {ranges.map(([name, words]) => (
            <button
              type="button"
              key={name}
              aria-pressed={name === range}
              onClick={() => setRange(name)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      </div>
      <Freshness live={live} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn and escaped by the server */}
      {value && <div dangerouslySetInnerHTML={{ __html: value.drawn }} />}
    </>
  )
}
