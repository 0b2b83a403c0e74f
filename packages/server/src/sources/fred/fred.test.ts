import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFredCsv, seriesIdPattern } from './fred.ts'

const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP')

test('default: reads two columns by position; "." and empty cells are missing', () => {
  const text = 'DATE,GDP\r\n2025-01-01,1.5\r\n2025-04-01,.\r\n2025-07-01,\r\n2025-10-01,-2e3\r\n'
  expect(parseFredCsv(text, url)).toEqual([
    { date: '2025-01-01', value: 1.5 },
    { date: '2025-04-01', value: null },
    { date: '2025-07-01', value: null },
    { date: '2025-10-01', value: -2000 },
  ])
})

test.each(['', 'DATE,GDP', 'DATE,GDP\n2025-13-01,1', 'DATE,GDP\n2025-01-01', 'DATE,GDP\n1,2'])(
  'error: %j is not a series',
  (text) => {
    expect(() => parseFredCsv(text, url)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
    )
  },
)

test('error: any text gives points or is refused', () => {
  const unit = fc.constantFrom('DATE', ',', '\n', '2025-01-01', '1', '.', '"', 'x')
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      try {
        for (const { value } of parseFredCsv(parts.join(''), url))
          expect(value === null || Number.isFinite(value)).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

test('behavior: an identifier cannot change the address', () => {
  for (const id of ['GDP', 'DGS10', 'A191RL1Q225SBEA', 'x.y-z_1'])
    expect(id).toMatch(seriesIdPattern)
  for (const id of ['', '.', 'a/b', 'a?b', 'a&b', 'a b', '%2e', 'é'])
    expect(id).not.toMatch(seriesIdPattern)
})

const folder = new URL('../../../../../../shared/data/fred/', import.meta.url)
const isHere = existsSync(folder)
const files = isHere ? readdirSync(folder).filter((name) => name.endsWith('.csv.gz')) : ['']

/** Bonds are not traded on holidays, and in the autumn of 2025 no prices were collected. */
const missingOf: Readonly<Record<string, number>> = {
  DGS10: 502,
  DGS2: 502,
  T10Y2Y: 502,
  CPIAUCSL: 1,
  CPILFESL: 1,
  UNRATE: 1,
}

test.skipIf(!isHere).each(files)(
  `default: reads %s as published, including missing values${isHere ? '' : ' (skipped: ../shared/data is absent)'}`,
  (name) => {
    const text = gunzipSync(readFileSync(new URL(name, folder))).toString()
    const cells = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(','))
    const points = parseFredCsv(text, url)
    expect(points).toEqual(
      cells.map(([date, value]) => ({ date, value: value === '' ? null : Number(value) })),
    )
    const missing = points.filter(({ value }) => value === null).length
    expect(missing).toBe(missingOf[name.split('.')[0]!] ?? 0)
  },
)
