import { execute, parse } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { connectors, sandboxHosts } from '../connectors/connectors.ts'
import { createConnectorContext } from '../sources/context.ts'
import { emptyFiles } from '../sources/testing/describe-connector.ts'
import { requestKey } from '../upstreams/request-key.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { buildSchema } from './build-schema.ts'

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now, hosts: sandboxHosts })

/** Runs a query against the sandbox, and counts each upstream request. */
async function askedBy(query: string) {
  const asked = new Map<string, number>()
  const context = createConnectorContext({
    files: emptyFiles,
    now,
    allowed: new Set(),
    upstreams: {
      mode: 'sandbox',
      fetch: (request) => {
        const key = requestKey(request)
        asked.set(key, (asked.get(key) ?? 0) + 1)
        return sandbox.fetch(request)
      },
    },
  })
  const contextValue = { connectors: context, cite: () => undefined }
  const outcome = await execute({ schema, document: parse(query), contextValue })
  return { asked, outcome }
}

const submissionsOf = (request: ReadonlyMap<string, number>) =>
  [...request].filter(([key]) => key.includes('/submissions/'))

let tickers: string[] = []
beforeAll(async () => {
  const url = new URL('https://www.sec.gov/files/company_tickers_exchange.json')
  const { data } = JSON.parse(
    Buffer.from((await sandbox.fetch({ url, expects: 'json' })).body).toString(),
  ) as { data: [number, string, string, string][] }
  tickers = data.slice(0, 50).map(([, , ticker]) => ticker)
})

test('default: sub-graphs of one company share its list of filings and its facts', async () => {
  const { asked, outcome } = await askedBy(`{ entityByTicker(ticker: "AAPL") {
    periodicFilings { form } insiderTrades { code } executives { name } earnings { epsActual }
    earningsPressReleases { url } relationships { name } segmentedRevenue { value }
    financials { income { revenue } cashFlow { netIncome } }
    regulatory { filings { form } } risk { signals { kind } } } }`)
  expect(outcome.errors).toBeUndefined()
  expect(submissionsOf(asked).map(([, times]) => times)).toEqual([1])
  const facts = [...asked].filter(([key]) => key.includes('/companyfacts/'))
  expect(facts.map(([, times]) => times)).toEqual([1])
})

test('behavior: fifty companies each request their list once, and shared data once', async () => {
  const { asked, outcome } =
    await askedBy(`{ entitiesByTickers(tickers: ${JSON.stringify(tickers)}) {
    ticker periodicFilings(filter: { limit: 1 }) { form }
    topHolders(filter: { limit: 1 }) { shares }
    regulatory { filings(filter: { limit: 1 }) { form } sanctions { score } } } }`)
  expect(outcome.errors).toBeUndefined()
  const companies = new Set(submissionsOf(asked).map(([key]) => key))
  expect(companies.size).toBeGreaterThan(45)
  expect([...asked].filter(([, times]) => times > 1)).toEqual([])
  const shared = [...asked].filter(([key]) => /form13f|form-13f|cnsfails|SDN/.test(key))
  expect(shared.length).toBeGreaterThan(4)
})
