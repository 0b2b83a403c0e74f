import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { execute, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildSchema } from '../../execution/build-schema.ts'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { connectors, sandboxHosts } from '../connectors.ts'

/** All facts of Apple, whose shares were split 7 for 1 in June 2014 and 4 for 1 in August 2020. */
const file = new URL(
  '../../../../../../shared/data/edgar/filers/companyfacts_CIK0000320193.json.gz',
  import.meta.url,
)
const now = () => new Date('2026-11-18T17:00:00Z')
const schema = buildSchema(connectors)

describe.skipIf(!existsSync(file))('figures of a share, from a query', () => {
  const rowsOf = async (args: string) => {
    const sandbox = sandboxTransport({ now, hosts: sandboxHosts })
    const upstreams: Transport = {
      mode: 'sandbox',
      async fetch(request) {
        const answer = await sandbox.fetch(request)
        const isFacts = request.url.pathname.endsWith('/companyfacts/CIK0000320193.json')
        return isFacts ? { ...answer, body: gunzipSync(readFileSync(file)) } : answer
      },
    }
    const text = `{ entityByTicker(ticker: "AAPL") { financials${args} {
      income(filter: { since: "2012-01-01", until: "2013-12-31" }) {
        fiscalYear epsDiluted sharesDiluted netIncome shareBasisFrom } } } }`
    const contextValue = { connectors: testContext(upstreams, { now }), cite() {} }
    const { data, errors } = await execute({ schema, document: parse(text), contextValue })
    expect(errors).toBeUndefined()
    const { entityByTicker } = data as unknown as {
      entityByTicker: { financials: { income: Record<string, number>[] } }
    }
    return entityByTicker.financials.income
  }

  test('default: on the basis of today, as filed with asReported, on that of a day with knownOn', async () => {
    const [today] = await rowsOf('')
    expect(today).toMatchObject({ fiscalYear: 2013, netIncome: 37_037_000_000 })
    // 5.68 after the first split, as the report of 2014 says it; a quarter of it after the second.
    expect(today!['epsDiluted']).toBeCloseTo(5.68 / 4, 6)
    const [filed] = await rowsOf('(asReported: true)')
    const [then] = await rowsOf('(knownOn: "2013-12-31")')
    expect(then).toMatchObject({ epsDiluted: 39.75, netIncome: 37_037_000_000 })
    expect(today!['sharesDiluted']! / then!['sharesDiluted']!).toBeCloseTo(28, 1)
    expect(filed!['netIncome']).toBe(37_037_000_000)
    // The latest report that holds the year counts: that of fiscal 2015, after the first split.
    expect(filed!['epsDiluted']).toBe(5.68)
  })
})
