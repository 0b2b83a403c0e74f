import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvTable } from '../upstreams/csv-table.ts'
import { sdmxColumns, sdmxPoints } from './sdmx-csv.ts'

const url = new URL('https://sdmx.oecd.org/public/rest/data/X')
const pointsOf = (text: string) => sdmxPoints(csvTable(text, url, sdmxColumns).rows, url)
const real = new URL('../../../../../shared/data/macro/oecd_cpi_fixture.csv.gz', import.meta.url)
const absent = existsSync(real) ? '' : ' (skipped: ../shared/data/macro is absent)'

test('default: reads columns by name, newest first, in every period format', () => {
  const text =
    'KEY,OBS_VALUE,"TIME_PERIOD: Time period"\n' +
    'a,1,2020\nb,2,2021-S2\nc,3,2022-Q2\nd,,2023-M03\ne,NaN,2024-03\nf,-6e1,2025-03-31\n'
  expect(pointsOf(text)).toEqual([
    { date: '2025-03-31', value: -60 },
    { date: '2024-03-01', value: null },
    { date: '2023-03-01', value: null },
    { date: '2022-04-01', value: 3 },
    { date: '2021-07-01', value: 2 },
    { date: '2020-01-01', value: 1 },
  ])
})

test.skipIf(absent !== '')(`behavior: reads rows of the OECD${absent}`, () => {
  expect(pointsOf(gunzipSync(readFileSync(real)).toString())).toEqual([
    { date: '2026-05-01', value: 0.6 },
    { date: '2026-04-01', value: 0.3 },
  ])
})

const imf = new URL(
  '../../../../../shared/data/recorded/api.imf.org/external_sdmx_3.0_QNEA_USA_B6G_empty_2026-08-30.csv',
  import.meta.url,
)
test.skipIf(!existsSync(imf))('error: an empty match of the IMF (needs ../shared/data)', () => {
  expect(() => pointsOf(readFileSync(imf, 'utf8'))).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
})

test.each(['2026-13', '2026-Q5', '2026-02-30', '2026-Q1-01', '26', '2026-', 'x'])(
  'error: %j is not a period',
  (period) => {
    expect(() => pointsOf(`TIME_PERIOD,OBS_VALUE\n${period},1\n`)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
    )
  },
)

test('error: any text gives points or is refused', () => {
  const unit = fc.constantFrom('TIME_PERIOD', 'OBS_VALUE', ',', '\n', '2026-01', '1', '"', '-Q1')
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      try {
        for (const { value, date } of pointsOf(parts.join(''))) {
          expect(value === null || Number.isFinite(value)).toBe(true)
          expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        }
      } catch (error) {
        expect(['UPSTREAM_CHANGED', 'NOT_FOUND']).toContain((error as FiqError).code)
      }
    }),
  )
})
