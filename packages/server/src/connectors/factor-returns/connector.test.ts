import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { zipOf } from '@fiq/shared/zip-of'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { factorReturns } from './connector.ts'
import { type FactorField, type FactorRow, parseFactorFile } from './factor-files.ts'

describeConnector(factorReturns, [{ coordinate: 'Query.factorReturns', args: {} }])

const { resolve, bounds } = factorReturns.fields['Query.factorReturns']!
const now = () => new Date('2026-11-18T17:00:00Z')
const folder = new URL('../../../../../../shared/data/factors/', import.meta.url)
const absent = existsSync(folder) ? '' : ' (skipped: ../shared/data/factors is absent)'
const real = (name: string) => gunzipSync(readFileSync(new URL(name, folder))).toString('latin1')

describe.skipIf(absent !== '')(`the real files${absent}`, () => {
  test('default: reads months, also with a last line without a break before prose', () => {
    const { rows, odd } = parseFactorFile(real('F-F_Research_Data_Factors.CSV.gz'), 'MONTHLY')
    expect(odd).toEqual([])
    expect(rows[0]).toEqual({
      date: '1926-07-01',
      marketExcess: 2.96,
      smallMinusBig: -2.56,
      highMinusLow: -2.43,
      robustMinusWeak: null,
      conservativeMinusAggressive: null,
      momentum: null,
      riskFree: 0.22,
    })
    expect(rows.at(-1)).toMatchObject({ date: '2024-11-01', marketExcess: 6.5, riskFree: 0.4 })
    expect(rows).toHaveLength(1181)
  })

  test('default: reads days of three and of five factors', () => {
    const { rows: three } = parseFactorFile(real('F-F_Research_Data_Factors_daily.CSV.gz'), 'DAILY')
    expect([three[0]?.date, three.at(-1)]).toEqual([
      '1926-07-01',
      expect.objectContaining({ date: '2024-09-30', marketExcess: 0.36, riskFree: 0.02 }),
    ])
    const { rows: five } = parseFactorFile(
      real('F-F_Research_Data_5_Factors_2x3_daily.CSV.gz'),
      'DAILY',
    )
    expect(five.at(-1)).toMatchObject({
      date: '2020-03-31',
      robustMinusWeak: 0.39,
      conservativeMinusAggressive: -0.13,
    })
  })

  test.each([
    ['F-F_Research_Data_Factors.CSV.gz', 'MONTHLY', 1181, 'MSHF'],
    ['F-F_Research_Data_Factors_daily.CSV.gz', 'DAILY', 25_837, 'MSHF'],
    ['F-F_Research_Data_5_Factors_2x3_daily.CSV.gz', 'DAILY', 14_285, 'MSHRCF'],
  ] as const)('default: reads %s, %s, figure by figure', (name, frequency, count, letters) => {
    const lines = real(name).matchAll(/^\s*(\d{4})(\d\d)(\d\d)?,(.+)$/gm)
    const published = Array.from(lines, ([, year, month, day = '01', figures]) => [
      `${year}-${month}-${day}`,
      ...figures!.split(',').map((figure) => (/-99/.test(figure) ? null : Number(figure))),
    ])
    const fields: Readonly<Record<string, FactorField>> = {
      M: 'marketExcess',
      S: 'smallMinusBig',
      H: 'highMinusLow',
      F: 'riskFree',
      R: 'robustMinusWeak',
      C: 'conservativeMinusAggressive',
    }
    const keys = [...letters].map((letter) => fields[letter]!)
    const { rows, odd } = parseFactorFile(real(name), frequency)
    expect(odd).toEqual([])
    expect(rows).toHaveLength(count)
    expect(rows.map((row) => [row.date, ...keys.map((key) => row[key])])).toEqual(published)
  })

  test('behavior: a file without such a table gives none', () => {
    expect(parseFactorFile(real('F-F_Research_Data_Factors_daily.CSV.gz'), 'ANNUAL').rows).toEqual(
      [],
    )
  })

  test('behavior: reads the packed file as percent, newest first', async () => {
    const upstreams: Transport = {
      mode: 'recorded',
      fetch: async ({ url }) => {
        expect(url.href).toBe(
          'https://mba.tuck.dartmouth.edu/pages/faculty/ken.french/ftp/F-F_Research_Data_Factors_CSV.zip',
        )
        const body = zipOf({ 'F.CSV': real('F-F_Research_Data_Factors.CSV.gz') })
        return { body, mode: 'recorded', asOf: null, retrievedAt: '2025-01-01T00:00:00Z' }
      },
    }
    const { value, provenance } = await resolve(
      null,
      { filter: { limit: 2 } },
      testContext(upstreams, { now }),
    )
    expect(value).toMatchObject([{ date: '2024-11-01' }, { date: '2024-10-01' }])
    expect(provenance).toMatchObject([{ asOf: '2024-11-01', stale: true }])
  })
})

test('default: reads sections, missing values and a single CR', () => {
  const text =
    'This file was created by X, 2025\r\rDate,Mkt-RF,SMB\r202501, 1.5, -99.99\r\n202502,-999,  -.5\n\n' +
    ' Annual Factors: January-December\n,Mkt-RF,SMB\n  2024, 20.1, 3\n  2025, 1, 2\nCopyright 2025\n'
  const row = (date: string, marketExcess: number | null, smallMinusBig: number | null) =>
    expect.objectContaining({ date, marketExcess, smallMinusBig })
  expect(parseFactorFile(text, 'MONTHLY').rows).toEqual([
    row('2025-01-01', 1.5, null),
    row('2025-02-01', null, -0.5),
  ])
  expect(parseFactorFile(text, 'ANNUAL').rows).toEqual([
    row('2024-01-01', 20.1, 3),
    row('2025-01-01', 1, 2),
  ])
})

test('behavior: the sandbox has rows for every set and frequency', async () => {
  const context = testContext(sandboxTransport({ now }), { now })
  for (const [set, frequency] of [
    ['THREE_FACTORS', 'DAILY'],
    ['THREE_FACTORS', 'WEEKLY'],
    ['FIVE_FACTORS', 'MONTHLY'],
    ['MOMENTUM', 'ANNUAL'],
  ]) {
    const { value, provenance } = await resolve(null, { set, frequency, filter: {} }, context)
    const [newest] = value as FactorRow[]
    expect(newest!.date >= '2025').toBe(true)
    expect(set === 'MOMENTUM' ? newest!.momentum : newest!.marketExcess).toEqual(expect.any(Number))
    expect(provenance).toMatchObject([{ stale: false }])
  }
})

test('error: refuses weeks of five factors, which are not published', () => {
  expect(() => bounds!({ set: 'FIVE_FACTORS', frequency: 'WEEKLY' })).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT' }),
  )
  expect(() => bounds!({ set: 'THREE_FACTORS', frequency: 'WEEKLY' })).not.toThrow()
})

test('error: any text gives rows of numbers or none', () => {
  const unit = fc.constantFrom(
    'Mkt-RF',
    ',',
    '\n',
    '\r',
    '202501',
    '20250101',
    '2025',
    '-99.99',
    'x',
  )
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      for (const { date, marketExcess } of parseFactorFile(parts.join(''), 'DAILY').rows) {
        expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        expect(marketExcess === null || Number.isFinite(marketExcess)).toBe(true)
      }
    }),
  )
})

describe('changed files', () => {
  const monthOf = '202601,1.00,2.00,3.00,0.30\n'
  const fileOf = (head: string, rows = monthOf) => `Made from files.\n\n,${head}\n${rows}`
  const answered = (text: string): Transport => ({
    mode: 'recorded',
    fetch: async () => {
      const at = now().toISOString()
      return { body: zipOf({ 'F.CSV': text }), mode: 'recorded', asOf: at, retrievedAt: at }
    },
  })
  const ask = (head: string, rows?: string) =>
    resolve(
      null,
      { set: 'THREE_FACTORS', frequency: 'MONTHLY' },
      testContext(answered(fileOf(head, rows)), { now }),
    )
  const columns = 'Mkt-RF,SMB,HML,RF'

  test('default: reads the column names of the library', async () => {
    expect((await ask(columns)).value).toMatchObject([{ smallMinusBig: 2 }])
  })

  test.each([
    '202602,1.10,2.10',
    '2026013,1.10,2.10,3.10,0.31',
    '202613,1.10,2.10,3.10,0.31',
    'Feb 2026,1.10,2.10,3.10,0.31',
    '202602,1.10,n/a,3.10,0.31',
  ])('error: warns of the row "%s", and reads those around it', async (odd) => {
    const annual = '\n Annual Factors: January-December\n,Mkt-RF,SMB,HML,RF\n2025,1,2,3,4\n'
    const after = '202603,1.20,2.20,3.20,0.32\n'
    for (const rows of [`${monthOf}${odd}\n${after}${annual}`, `${monthOf}${after}${odd}`]) {
      const { value, warnings } = await ask(columns, rows)
      expect((value as FactorRow[]).map(({ date }) => date)).toEqual(['2026-03-01', '2026-01-01'])
      expect(warnings).toEqual([expect.stringContaining(`1, such as "${odd}"`)])
    }
    await expect(ask(columns, `${monthOf}${odd}\n${odd}\n`)).rejects.toMatchObject({
      code: 'UPSTREAM_CHANGED',
    })
  })

  test.each(['Mkt-RF,Size,HML,RF', 'Market,SMB,HML,RF', 'a,b,c,d'])('error: %s', async (head) => {
    await expect(ask(head)).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  })
})
