import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { execute, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildSchema } from '../execution/build-schema.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../upstreams/transport.ts'
import { connectors, sandboxHosts } from './connectors.ts'

/** Real facts and a real list of filings of Apple, stored outside the repository. */
const folder = new URL('../../../../../shared/data/edgar/', import.meta.url)
const realFiles: Readonly<Record<string, string>> = {
  '/api/xbrl/companyfacts/CIK0000320193.json': 'filers/companyfacts_CIK0000320193.json.gz',
  '/submissions/CIK0000320193.json': 'submissions_CIK0000320193.json.gz',
}

const now = () => new Date('2026-11-18T17:00:00Z')
const schema = buildSchema(connectors)
const statement = (name: string, lines: string) =>
  `${name}(filter: { limit: 40 }) { fiscalYear fiscalPeriod endDate filedAt ${lines} }`

const areas: Readonly<Record<string, (known: string) => string>> = {
  financials: (known) => `entityByTicker(ticker: "AAPL") { financials${known} {
    ${statement('income', 'revenue netIncome epsDiluted sharesDiluted unsupported derived')}
    ${statement('balanceSheet', 'totalAssets longTermDebt unsupported')}
    ${statement('cashFlow', 'operatingCashFlow depreciationAndAmortization unsupported')} } }`,
  earnings: (known) => `entityByTicker(ticker: "AAPL") {
    earnings${known} { date periodEnd fiscalYear fiscalPeriod epsActual revenue filedAt url } }`,
  filings: (known) => `entityByTicker(ticker: "AAPL") { regulatory {
    filings${known} { form filedAt accessionNumber reportDate } } }`,
  insiderTrades: (known) => `entityByTicker(ticker: "MSFT") {
    insiderTrades${known} { filedAt transactionDate form ownerName shares price } }`,
  institutionalHoldings: (known) =>
    `institutionalHoldings${known.replace('(', '(cik: "0001067983", ') || '(cik: "0001067983")'} {
      cusip shares value weight sharesChange reportedAt filedAt } `,
}

async function answerOf(text: string, cutOn?: string) {
  const sandbox = sandboxTransport({ now, hosts: sandboxHosts })
  const upstreams: Transport = {
    mode: 'sandbox',
    async fetch(request) {
      const answer = await sandbox.fetch(request)
      const real = realFiles[request.url.pathname]
      const body = real ? gunzipSync(readFileSync(new URL(real, folder))) : answer.body
      return { ...answer, body: cutOn === undefined ? body : cutBody(request.url, body, cutOn) }
    },
  }
  const contextValue = { connectors: testContext(upstreams, { now }), cite() {} }
  const { data, errors } = await execute({ schema, document: parse(`{ ${text} }`), contextValue })
  return { data: data === null ? data : structuredClone(data), errors: errors?.map(String) }
}

type Facts = {
  facts: Record<string, Record<string, { units: Record<string, { filed: string }[]> }>>
}
type Columns = { filingDate: string[] } & Record<string, unknown[]>
type Submissions = Columns | { filings: { recent: Columns } }

/** The file as it was on a day: without what was filed later. */
function cutBody({ pathname }: URL, body: Uint8Array, day: string): Uint8Array {
  const isFacts = pathname.includes('/companyfacts/')
  const isList = pathname.startsWith('/submissions/')
  if ((!isFacts && !isList) || body[0] !== '{'.charCodeAt(0)) return body
  const file = JSON.parse(new TextDecoder().decode(body)) as unknown
  if (isFacts) cutFacts(file as Facts, day)
  else cutColumns(file as Submissions, day)
  return Buffer.from(JSON.stringify(file))
}

function cutFacts({ facts }: Facts, day: string): void {
  for (const concepts of Object.values(facts))
    for (const { units } of Object.values(concepts))
      for (const [unit, rows] of Object.entries(units))
        units[unit] = rows.filter(({ filed }) => filed <= day)
}

function cutColumns(file: Submissions, day: string): void {
  const columns = hasPages(file) ? file.filings.recent : file
  const isKnown = columns.filingDate.map((filed) => filed <= day)
  for (const [name, column] of Object.entries(columns))
    columns[name] = column.filter((_value, index) => isKnown[index])
}

function hasPages(file: Submissions): file is { filings: { recent: Columns } } {
  return !('filingDate' in file)
}

/** Each run reads all facts of a large filer twice. */
const runs = 3
const days = fc
  .integer({ min: Date.parse('2019-01-01'), max: Date.parse('2026-11-01') })
  .map((at) => new Date(at).toISOString().slice(0, 10))
const filed = /"filedAt":"([\d-]+)"/g
const reason = existsSync(folder) ? '' : ' (skipped: ../shared/data/edgar is absent)'

describe.skipIf(reason !== '')(`the answer of a day${reason}`, () => {
  test.each(Object.keys(areas))('property: %s, from files cut at that day', async (area) => {
    await fc.assert(
      fc.asyncProperty(days, async (day) => {
        const known = await answerOf(areas[area]!(`(knownOn: "${day}")`))
        const cut = await answerOf(areas[area]!(''), day)
        expect(known.data).toEqual(cut.data)
        expect(known.errors === undefined).toBe(cut.errors === undefined)
        const filedOn = [...JSON.stringify(known.data).matchAll(filed)].map((match) => match[1]!)
        expect(filedOn.filter((later) => later > day)).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})
