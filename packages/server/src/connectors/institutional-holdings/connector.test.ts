import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { institutionalHoldings } from './connector.ts'
import type { HoldingRow } from './manager-holdings.ts'

const { fields } = institutionalHoldings

describeConnector(institutionalHoldings, [
  { coordinate: 'Query.institutionalHoldings', args: { cik: '0001067983' } },
  { coordinate: 'Entity.institutionalHoldings', args: {}, parent: apple },
  { coordinate: 'Entity.topHolders', args: {}, parent: apple },
])

const now = () => new Date('2026-11-18T17:00:00Z')
const context = testContext(sandboxTransport({ now }), { now })
const ask = async (name: string, args: Record<string, unknown>, parent: unknown = null) =>
  (await fields[name]!.resolve(parent, args, context)).value as HoldingRow[]

describe('Query.institutionalHoldings', () => {
  test('default: returns the newest quarter, largest value first, with tickers', async () => {
    const { value, provenance } = await fields['Query.institutionalHoldings']!.resolve(
      null,
      { cik: '1067983', limit: 5 },
      context,
    )
    const rows = value as HoldingRow[]
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatchObject({
      reportedAt: '2026-09-30',
      filedAt: '2026-11-13',
      holderName: 'BERKSHIRE HATHAWAY INC',
      holderCik: '0001067983',
    })
    for (const { ticker } of rows) expect(ticker).toMatch(/^[A-Z.]+$/)
    const values = rows.map((row) => row.value)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(provenance).toMatchObject([
      { source: 'SEC EDGAR, form 13F', asOf: '2026-09-30', stale: false },
      { source: 'SEC fails-to-deliver files' },
    ])
  })

  test('default: returns the weight of a position, and its change since the last report', async () => {
    const rows = await ask('Query.institutionalHoldings', { cik: '1067983', limit: 500 })
    expect(rows.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(100, 6)
    const before = await ask('Query.institutionalHoldings', {
      cik: '1067983',
      limit: 500,
      knownOn: '2026-11-12',
    })
    expect(before[0]?.reportedAt).toBe('2026-06-30')
    for (const { cusip, putCall, shares, sharesChange } of rows) {
      const own = before.find((row) => row.cusip === cusip && row.putCall === putCall)
      const held = own?.shares ?? 0
      expect(sharesChange).toBe(shares! - held)
    }
  })

  test('behavior: without the files of tickers, positions have only a CUSIP', async () => {
    const { fetch } = context.upstreams
    const upstreams: Transport = {
      mode: 'sandbox',
      fetch: (request) =>
        fetch({ ...request, url: new URL(request.url.href.replace('cnsfails', 'nothing')) }),
    }
    const { value, provenance } = await fields['Query.institutionalHoldings']!.resolve(
      null,
      { cik: '1067983', limit: 1 },
      testContext(upstreams, { now }),
    )
    expect(value).toMatchObject([{ ticker: null, cusip: expect.stringMatching(/^\w{9}$/) }])
    expect(provenance).toHaveLength(1)
  })

  test('error: refuses an unknown filer before payment; a mirror names the missing file', async () => {
    const check = fields['Query.institutionalHoldings']!.check!
    await expect(check({ cik: '9999999999' }, context)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'The SEC has no filer 9999999999.',
    })
    const fetch = async () => {
      throw new FiqError('NOT_FOUND', 'The mirror holds no such file of data.sec.gov.')
    }
    const mirror = testContext({ mode: 'mirror', fetch }, { now })
    await expect(check({ cik: '1067983' }, mirror)).rejects.toThrow('no such file')
  })

  test('error: refuses a knownOn that is not a day, or before the first report', async () => {
    const field = fields['Query.institutionalHoldings']!
    expect(() => field.bounds?.({ cik: '1067983', knownOn: 'then' })).toThrow('knownOn')
    await expect(
      field.check!({ cik: '1067983', knownOn: '1990-01-01' }, context),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('error: refuses a filer that reports none', async () => {
    const none = { code: 'NOT_FOUND' }
    const field = fields['Query.institutionalHoldings']!
    await expect(field.check!({ cik: '320193' }, context)).rejects.toMatchObject(none)
    await expect(ask('Query.institutionalHoldings', { cik: '320193' })).rejects.toMatchObject(none)
  })
})

describe('holders of an entity', () => {
  test('default: top holders hold shares, the most first', async () => {
    const rows = await ask('Entity.topHolders', { filter: { limit: 500 } }, apple)
    expect(rows.length).toBeGreaterThan(5)
    expect(new Set(rows.map(({ ticker }) => ticker))).toEqual(new Set(['AAPL']))
    expect(rows.every(({ putCall, shares }) => putCall === null && shares !== null)).toBe(true)
    const shares = rows.map((row) => row.shares!)
    expect(shares).toEqual([...shares].sort((a, b) => b - a))
    const [first] = await ask('Entity.topHolders', { filter: { sort: 'ASC', limit: 1 } }, apple)
    expect(first).toEqual(rows.at(-1))
  })

  test("behavior: a manager's report and a company's holders have the same positions", async () => {
    const holders = await ask('Entity.institutionalHoldings', { filter: { limit: 500 } }, apple)
    const vanguard = holders.find(({ holderCik }) => holderCik === '0000102909')
    const own = await ask('Query.institutionalHoldings', { cik: '0000102909', limit: 500 })
    const listed = own.find(({ ticker }) => ticker === 'AAPL')
    expect(vanguard === undefined).toBe(listed === undefined)
    expect(holders.length).toBeGreaterThan(0)
  })

  test('behavior: bounds apply to the day of filing, and pages follow each other', async () => {
    expect(await ask('Entity.topHolders', { filter: { since: '2026-12-01' } }, apple)).toEqual([])
    const whole = await ask('Entity.institutionalHoldings', { filter: { limit: 6 } }, apple)
    const pages = [
      await ask('Entity.institutionalHoldings', { filter: { limit: 2 } }, apple),
      await ask('Entity.institutionalHoldings', { filter: { limit: 4, offset: 2 } }, apple),
    ]
    expect(pages.flat()).toEqual(whole)
  })

  test('behavior: knownOn uses the forms that were filed by that day', async () => {
    for (const field of ['Entity.topHolders', 'Entity.institutionalHoldings']) {
      const today = await ask(field, { filter: { limit: 500 } }, apple)
      for (const knownOn of ['2026-09-30', '2026-09-29', '2025-12-31']) {
        const rows = await ask(field, { filter: { limit: 500 }, knownOn }, apple)
        expect(rows.length).toBeGreaterThan(5)
        expect(rows.filter(({ filedAt }) => filedAt > knownOn)).toEqual([])
        // Equal to the sandbox's holdings of that day, and to today's once all are filed.
        if (knownOn === '2026-09-30') expect(rows).toEqual(today)
        else expect(rows[0]!.filedAt < today[0]!.filedAt).toBe(true)
      }
    }
    const first = await ask('Entity.topHolders', { knownOn: '2025-12-31' }, apple)
    expect(await ask('Entity.topHolders', { knownOn: '2025-12-31' }, apple)).toEqual(first)
  })

  test('error: refuses a day before the first data set, or invalid, before payment', async () => {
    const { check, bounds } = fields['Entity.topHolders']!
    const none = { code: 'NOT_FOUND' }
    await expect(check!({ knownOn: '2013-01-01' }, context)).rejects.toMatchObject(none)
    await expect(check!({ knownOn: '2026-01-01' }, context)).resolves.toBeUndefined()
    expect(() => bounds!({ knownOn: 'yesterday' })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
    const list = fields['Entity.institutionalHoldings']!
    expect(() => list.bounds!({ knownOn: '2026-02-30' })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })

  test('behavior: loads the data set before the query is priced', async () => {
    await expect(fields['Entity.topHolders']!.check!({}, context)).resolves.toBeUndefined()
  })

  test('error: refuses a ticker without a CUSIP, and wrong bounds', async () => {
    await expect(ask('Entity.topHolders', {}, { ...apple, ticker: '^GSPC' })).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    )
    expect(() => fields['Entity.topHolders']!.bounds!({ filter: { limit: 0 } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })
})
