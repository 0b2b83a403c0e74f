import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fiq, fiqJson } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// Foreign companies report only years, in their own currency and taxonomy. The ticker is that of
// their ADR.

let server: Awaited<ReturnType<typeof runningServer>>
let client = { url: '', home: '' }
beforeAll(async () => {
  server = await runningServer({}, () => new Date('2026-11-18T17:00:00Z'))
  client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-abroad-')) }
  // Uses credits, because this server's clock is fixed, and a payment's validity uses the payer's
  // clock.
  const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
  const folder = ['--data-dir', join(server.folder, 'data')]
  const make = ['keys', 'create', '--org', 'Acme', '--credits', '1000', '--json', ...folder]
  const made = await promisify(execFile)(process.execPath, [main, ...make])
  const { key } = JSON.parse(made.stdout) as { key: string }
  await fiq(client, ['login', 'key', '--store', 'file'], { input: key })
})
afterAll(async () => {
  await server.close()
  rmSync(client.home, { recursive: true, force: true })
})

type Money = { currency: string }
type Abroad = {
  ticker: string
  financials: {
    income: (Money & { fiscalYear: number; fiscalPeriod: string; form: string; revenue: number })[]
    balanceSheet: (Money & { totalAssets: number; totalLiabilities: number; totalEquity: number })[]
    cashFlow: (Money & { freeCashFlow: number })[]
  }
  periodicFilings: { form: string; title: string }[]
  earnings: (Money & { fiscalPeriod: string; epsActual: number; revenue: number; form: string })[]
  segmentedRevenue: (Money & { axis: string; value: number; form: string })[]
}

const query = `query ($ticker: String!) { entityByTicker(ticker: $ticker) { ticker
  financials {
    income(filter: { limit: 1 }) { fiscalYear fiscalPeriod form currency revenue }
    balanceSheet(filter: { limit: 1 }) { currency totalAssets totalLiabilities totalEquity }
    cashFlow(filter: { limit: 1 }) { currency freeCashFlow } }
  periodicFilings { form title }
  earnings(filter: { limit: 1 }) { currency fiscalPeriod epsActual revenue form }
  segmentedRevenue(filter: { limit: 6 }) { currency axis value form } } }`

describe('a foreign company', () => {
  test.each([
    ['NVO', 'DKK', '20-F', 'a foreign issuer'],
    ['TSM', 'TWD', '20-F', 'a foreign issuer'],
    ['SAP', 'EUR', '20-F', 'a foreign issuer'],
    ['asml', 'EUR', '20-F', 'a foreign issuer'],
    ['RY', 'CAD', '40-F', 'a Canadian issuer'],
  ])('default: %s reports in %s on form %s', async (ticker, currency, form, issuer) => {
    const { data } = await fiqJson<{ data: { entityByTicker: Abroad } }>(
      client,
      ...['query', query, '--var', `ticker=${ticker}`, '--json', '-y'],
    )
    const { financials, ...entity } = data.entityByTicker
    const [income, sheet, flow] = [
      financials.income[0]!,
      financials.balanceSheet[0]!,
      financials.cashFlow[0]!,
    ]
    expect(entity.ticker).toBe(ticker.toUpperCase())
    expect(income).toMatchObject({ fiscalYear: 2025, fiscalPeriod: 'FY', form, currency })
    expect(sheet.totalLiabilities + sheet.totalEquity).toBeCloseTo(sheet.totalAssets)
    expect(flow.freeCashFlow).toBeGreaterThan(0)
    expect(new Set(entity.periodicFilings.map((filing) => filing.form))).toEqual(
      new Set([form, '6-K']),
    )
    expect(entity.periodicFilings.find((filing) => filing.form === form)?.title).toBe(
      `Annual report of ${issuer} to 2025-12-31`,
    )
    expect(entity.earnings).toMatchObject([
      { fiscalPeriod: 'FY', form, currency, revenue: income.revenue },
    ])
    const products = entity.segmentedRevenue.filter(({ axis }) => axis === 'PRODUCT')
    expect(products.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(income.revenue)
    for (const row of [income, sheet, flow, ...entity.segmentedRevenue])
      expect(row.currency).toBe(currency)
  })

  test('error: has no quarters, and the form explains why', async () => {
    const quarters = `{ entityByTicker(ticker: "NVO") { financials { income(period: QUARTERLY) { revenue } } } }`
    const { stdout } = await fiq(client, ['query', quarters, '--json', '-y'])
    expect(JSON.parse(stdout)).toMatchObject({
      errors: [
        {
          message: 'NVO files statements of whole years only.',
          extensions: {
            code: 'NOT_FOUND',
            facts: ['Form: 20-F'],
            remedy: 'Query the period ANNUAL.',
          },
        },
      ],
    })
  })

  test('default: fiq entity shows its year in its currency', async () => {
    const { stdout } = await fiq(client, ['entity', 'tsm', '--table', '-y'])
    expect(stdout).toContain('TAIWAN SEMICONDUCTOR MANUFACTURING CO LTD (TSM)')
    expect(stdout).toContain('TWD, fiscal years')
  })
})
