import { type ReactElement, useState } from 'react'
import type { OverviewShape } from '../../http/admin/shapes.ts'
import { Table } from '../table.tsx'
import { Chart } from './chart.tsx'
import { Freshness, useLive } from './live.tsx'
import { grouped, groupedAmount } from './words.ts'

const ranges = [
  ['day', '24 hours'],
  ['week', '7 days'],
  ['month', '30 days'],
  ['year', '365 days'],
] as const

/** Revenue and queries over time, payments by state, and the sum of credits. */
export function Overview(): ReactElement {
  const [range, setRange] = useState<string>('day')
  const live = useLive<OverviewShape>(`overview?range=${range}`)
  const { value } = live
  return (
    <>
      <div className="top">
        <h1>Overview</h1>
        <label>
          Range{' '}
          <select value={range} onChange={({ target }) => setRange(target.value)}>
            {ranges.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Freshness live={live} />
      {value && <Figures overview={value} words={wordsOf(range)} />}
    </>
  )
}

function Figures({ overview, words }: { overview: OverviewShape; words: string }): ReactElement {
  const { sold, totals, pools, revenue } = overview
  const sum = (key: 'payments' | 'creditQueries') =>
    sold.reduce((whole, each) => whole + each[key], 0)
  const times = sold.map(({ at }) => at)
  const ofState = (name: string) => totals.find(({ state }) => state === name)
  const owed = ofState('owed')
  return (
    <>
      <dl className="tiles">
        <Tile title={`Revenue, ${words}`} figure={`${groupedAmount(revenue)} USDC`} />
        <Tile title="Payments settled" figure={grouped(sum('payments'))} />
        <Tile title="Queries on credits" figure={grouped(sum('creditQueries'))} />
        <Tile
          title="Owed now"
          figure={`${grouped(owed?.count ?? 0)} · ${groupedAmount(owed?.amount ?? '0')} USDC`}
          warns={(owed?.count ?? 0) > 0}
        />
        <Tile title="Credits not yet used" figure={grouped(pools.prepaid + pools.allotment)} />
        <Tile
          title="Organisations, active keys"
          figure={`${grouped(pools.organisations)}, ${grouped(pools.activeKeys)}`}
        />
      </dl>
      <div className="charts">
        <Chart
          {...{ title: 'Revenue (USDC, UTC)', times, unit: 'USDC' }}
          values={sold.map((each) => Number(each.revenue))}
          texts={sold.map((each) => each.revenue)}
        />
        <Chart
          {...{ title: 'Payments settled: queries and credits bought', times, unit: 'payments' }}
          values={sold.map((each) => each.payments)}
          texts={sold.map((each) => String(each.payments))}
        />
        <Chart
          {...{ title: 'Queries on credits', times, unit: 'queries' }}
          values={sold.map((each) => each.creditQueries)}
          texts={sold.map((each) => `${each.creditQueries} (${each.credits} credits)`)}
        />
      </div>
      <h2>Payments by state, {words}</h2>
      <Table
        className="states"
        columns={[
          { name: 'State', holds: 'heads' },
          { name: 'Payments', holds: 'numbers' },
          { name: 'USDC', holds: 'numbers' },
        ]}
        rows={totals.map(({ state, count, amount }) => ({
          key: state,
          cells: [
            <a key={state} href={`#/payments?state=${state}`}>
              {state}
            </a>,
            grouped(count),
            groupedAmount(amount),
          ],
        }))}
      />
    </>
  )
}

function Tile(props: { title: string; figure: string; warns?: boolean }): ReactElement {
  return (
    <div className={props.warns ? 'card tile warns' : 'card tile'}>
      <dt>{props.title}</dt>
      <dd>{props.figure}</dd>
    </div>
  )
}

function wordsOf(range: string): string {
  return ranges.find(([name]) => name === range)?.[1] ?? range
}
