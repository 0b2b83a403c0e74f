import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOf } from '../../upstreams/checked-answer.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import type { Mode } from '../../upstreams/transport.ts'
import { createConnectorContext } from '../context.ts'
import { emptyFiles } from '../testing/describe-connector.ts'
import {
  fundNames,
  loadSecFunds,
  nameColumns,
  readFundClasses,
  secFundTickers,
} from './sec-funds.ts'

const url = new URL(secFundTickers.url)
const answer = (value: unknown, mode: Mode = 'recorded') => ({
  body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  mode,
  asOf: '2026-08-22',
  retrievedAt: '2026-08-23T00:00:00Z',
})
const namesOf = (answer: Parameters<typeof textOf>[0]) =>
  fundNames(csvTable(textOf(answer), url, nameColumns).rows, url)
const fields = ['cik', 'seriesId', 'classId', 'symbol']
const voo = [36405, 'S000002839', 'C000092055', 'VOO']

test('default: reads classes in order, without those that have no ticker', () => {
  const data = [
    voo,
    [2110, 'S000009184', 'C000024954', 'lacax'],
    [1, 'S1', 'C1', ''],
    [2, 'S2', 'C2', '-'],
  ]
  expect(readFundClasses(answer({ fields, data }), url)).toEqual([
    { ticker: 'VOO', cik: 36405, seriesId: 'S000002839', classId: 'C000092055' },
    { ticker: 'LACAX', cik: 2110, seriesId: 'S000009184', classId: 'C000024954' },
  ])
})

test.each([
  ['no column of tickers', { fields: fields.slice(0, 3), data: [voo] }, 'recorded'],
  ['no rows', { fields, data: [] }, 'recorded'],
  ['text that is not JSON', 'Undeclared automated tool', 'recorded'],
  ['a mirror with a list far too short', { fields, data: [voo] }, 'mirror'],
] as const)('error: %s is refused', (_, value, mode) => {
  expect(() => readFundClasses(answer(value, mode), url)).toThrowError(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
})

// The header as published, with a byte order mark.
const header =
  '\ufeffReporting File Number,CIK Number,Entity Name,Entity Org Type,Series ID,Series Name,Class ID,Class Name,Class Ticker,Address_1,Address_2,City,State,Zip Code'
const rows = [
  '811-02652,0000036405,VANGUARD INDEX FUNDS,30,S000002839,Vanguard 500 Index Fund,C000092055,ETF Shares,VOO,PO BOX 2600,,VALLEY FORGE,PA,19482',
  '811-09729,0001100663,iSHARES TRUST,30,S000004310,iShares Core S&P 500 ETF,C000012040,iShares Core S&P 500 ETF,IVV,400 HOWARD STREET,,SAN FRANCISCO,CA,94105',
  '811-05678,0000048200,"Nassau Life, Account B",32,,,,,,ONE AMERICAN ROW,,HARTFORD,CT,06102',
]

test('default: names a class with its fund, once if both have the same name', () => {
  const names = namesOf(answer([header, ...rows].join('\r\n')))
  expect(Object.fromEntries(names)).toEqual({
    36405: 'VANGUARD INDEX FUNDS',
    S000002839: 'Vanguard 500 Index Fund',
    C000092055: 'Vanguard 500 Index Fund ETF Shares',
    1100663: 'iSHARES TRUST',
    S000004310: 'iShares Core S&P 500 ETF',
    C000012040: 'iShares Core S&P 500 ETF',
    48200: 'Nassau Life, Account B',
  })
})

test.each([
  ['another header', rows.join('\n')],
  ['no rows', header],
])('error: refuses %s', (_, text) => {
  expect(() => namesOf(answer(text))).toThrowError(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
})

test('behavior: any text is parsed or UPSTREAM_CHANGED, never another error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.array(fc.jsonValue())), (value, data) => {
      for (const body of [
        value,
        { fields, data },
        [header, ...data.map((row) => JSON.stringify(row))].join('\n'),
      ])
        for (const read of [readFundClasses, namesOf])
          try {
            read(answer(body), url)
          } catch (error) {
            expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
          }
    }),
  )
})

/** Names of four classes on a day, if the files of these years are published. */
async function namedOn(day: string, ...years: number[]) {
  const requests: string[] = []
  const data = [
    voo,
    [36405, 'S000002839', 'C9', 'NEWA'],
    [36405, 'S9', 'C9', 'NEWB'],
    [9, 'S9', 'C9', 'NEWC'],
  ]
  const context = createConnectorContext({
    files: emptyFiles,
    now: () => new Date(day),
    allowed: new Set(),
    upstreams: {
      mode: 'recorded',
      fetch: async ({ url }) => {
        if (url.href === secFundTickers.url) return answer({ fields, data })
        const year = Number(/series-class-(\d{4})\.csv$/.exec(url.pathname)?.[1])
        requests.push(String(year))
        if (!years.includes(year)) throw new FiqError('NOT_FOUND', 'None.')
        return answer([header, ...rows].join('\r\n'))
      },
    },
  })
  const { value, provenance } = await loadSecFunds(context)
  return { requests, names: value.map(({ name }) => name), sources: provenance.length }
}

test('behavior: names a fund newer than the names by its series, its registrant, its ticker', async () => {
  expect(await namedOn('2026-11-20', 2026)).toEqual({
    requests: ['2026'],
    names: [
      'Vanguard 500 Index Fund ETF Shares',
      'Vanguard 500 Index Fund',
      'VANGUARD INDEX FUNDS',
      'NEWC',
    ],
    sources: 2,
  })
})

test("behavior: uses the file of names of June, and last year's until it is published", async () => {
  expect((await namedOn('2026-05-31', 2025)).requests).toEqual(['2025'])
  expect((await namedOn('2026-06-01', 2025)).requests).toEqual(['2026', '2025'])
  const none = await namedOn('2026-06-01')
  expect(none.names).toEqual(['VOO', 'NEWA', 'NEWB', 'NEWC'])
  expect(none.sources).toBe(1)
})
