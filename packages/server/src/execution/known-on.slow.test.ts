import fc from 'fast-check'
import { execute, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { addDays } from '../sources/statements/days.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { rememberedSandbox } from '../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../upstreams/transport.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext, SourceEntry } from './resolver.ts'

/**
 * Invented lists of filings with amendments, several filings a day and older pages. The answer for
 * a day must equal the answer from the list that ends on that day, whatever its pages.
 */
const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = rememberedSandbox(now)
const firstDay = '2023-01-02'
const days = 900
/** Apple in the sandbox, which here also files form 13F. */
const cik = '0000320193'

type Filing = { form: string; filed: string; period: string; accession: string; added: boolean }

const forms = ['4', '4/A', '5', '13F-HR', '13F-HR', '13F-HR/A', '10-K', '10-K/A', '8-K'] as const

const lists = fc
  .array(
    fc.record({
      form: fc.constantFrom(...forms),
      // Few days, so that several filings have the same one.
      after: fc.integer({ min: 0, max: days / 30 }).map((months) => months * 30),
      quartersBack: fc.integer({ min: 1, max: 2 }),
      added: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((items) =>
    items
      .map(({ after, quartersBack, ...each }, at): Filing => {
        const filed = addDays(firstDay, after)
        const accession = `0000320193-23-${String(at).padStart(6, '0')}`
        return { ...each, filed, period: quarterBefore(filed, quartersBack), accession }
      })
      .sort((a, b) => (a.filed < b.filed ? 1 : -1)),
  )

/** The last day of a quarter before a day. */
function quarterBefore(day: string, quarters: number): string {
  const month = 3 * (Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1 - quarters)
  return new Date(Date.UTC(Number(day.slice(0, 4)), month, 0)).toISOString().slice(0, 10)
}

const queries: Readonly<Record<string, (known: string) => string>> = {
  filings: (known) => `{ entityByTicker(ticker: "AAPL") { regulatory {
    filings${known && `(${known})`} { form filedAt accessionNumber reportDate } } } }`,
  insiderTrades: (known) => `{ entityByTicker(ticker: "AAPL") {
    insiderTrades${known && `(${known})`} { filedAt form accessionNumber shares } } }`,
  institutionalHoldings: (known) => `{ institutionalHoldings(cik: "${cik}" ${known}) {
    cusip shares value weight sharesChange reportedAt filedAt } }`,
}

const aDay = fc.integer({ min: 0, max: days }).map((after) => addDays(firstDay, after))
const pageSizes = fc.integer({ min: 1, max: 40 })

test.each(Object.entries(queries))(
  'property: %s of a day equal those of the list that ends on it',
  async (_area, query) => {
    for (const text of [query(''), query('knownOn: "2024-01-01"')])
      expect(validate(schema, parse(text))).toEqual([])
    let withRows = 0
    await fc.assert(
      fc.asyncProperty(lists, aDay, pageSizes, pageSizes, async (list, day, size, otherSize) => {
        const past = list.filter(({ filed }) => filed <= day)
        const known = await answerOf(query(`knownOn: "${day}"`), list, size)
        const cut = await answerOf(query(''), past, otherSize)
        expect(known.data).toEqual(cut.data)
        const text = JSON.stringify(known.data)
        const filed = [...text.matchAll(/"filedAt":"([\d-]+)"/g)].map(([, each = '']) => each)
        expect(filed.filter((each) => each > day)).toEqual([])
        for (const { asOf } of known.sources.filter(({ source }) => !source.includes('fails')))
          if (past.length > 0) expect((asOf ?? '') <= day).toBe(true)
        if (filed.length > 0) withRows += 1
      }),
      { numRuns: 60, seed: 19 },
    )
    expect(withRows).toBeGreaterThan(20)
  },
)

async function answerOf(text: string, list: readonly Filing[], pageSize: number) {
  const sources: SourceEntry[] = []
  const contextValue: ExecutionContext = {
    connectors: testContext(filer(list, pageSize), { now }),
    cite: (entries) =>
      void sources.push(
        ...entries.filter(({ path }) => path.includes('.') || path.startsWith('inst')),
      ),
  }
  const { data, errors } = await execute({ schema, document: parse(text), contextValue })
  const codes = errors?.map(({ originalError }) => (originalError as { code?: string })?.code)
  return {
    data: structuredClone({ data: JSON.parse(JSON.stringify(data ?? null)), codes }),
    sources,
  }
}

/** The sandbox, with another list of filings for one filer, and a document for each. */
function filer(list: readonly Filing[], pageSize: number): Transport {
  return {
    mode: 'sandbox',
    async fetch(request) {
      const { pathname } = request.url
      const body = bodyAt(pathname, list, pageSize)
      if (body === undefined) return sandbox.fetch(request)
      const at = now().toISOString()
      return { body: Buffer.from(body), mode: 'sandbox', asOf: at, retrievedAt: at }
    },
  }
}

function bodyAt(path: string, list: readonly Filing[], size: number): string | undefined {
  if (path === `/submissions/CIK${cik}.json`) {
    const files = []
    for (let from = size; from < list.length; from += size) {
      const page = list.slice(from, from + size)
      files.push({
        name: `CIK${cik}-submissions-${String(from / size).padStart(3, '0')}.json`,
        filingCount: page.length,
        filingFrom: page.at(-1)!.filed,
        filingTo: page[0]!.filed,
      })
    }
    return JSON.stringify({ cik, filings: { recent: columnsOf(list.slice(0, size)), files } })
  }
  const [, page] = /-submissions-(\d{3})\.json$/.exec(path) ?? []
  if (page !== undefined && path.includes(cik))
    return JSON.stringify(columnsOf(list.slice(Number(page) * size, (Number(page) + 1) * size)))
  const [, folder] = /^\/Archives\/edgar\/data\/320193\/(\d{18})\//.exec(path) ?? []
  const filing = list.find(({ accession }) => accession.replaceAll('-', '') === folder)
  return filing && (filing.form.startsWith('13F') ? holdings(filing) : ownership(filing))
}

function columnsOf(page: readonly Filing[]) {
  const column = (value: (filing: Filing) => unknown) => page.map(value)
  return {
    accessionNumber: column(({ accession }) => accession),
    filingDate: column(({ filed }) => filed),
    reportDate: column(({ period }) => period),
    form: column(({ form }) => form),
    items: column(() => ''),
    primaryDocument: column(() => 'document.xml'),
    primaryDocDescription: column(({ form }) => form),
  }
}

function ownership({ accession, form, period }: Filing): string {
  const number = 100 + Number(accession.slice(-6))
  const value = (name: string, text: string | number) => `<${name}><value>${text}</value></${name}>`
  return `<ownershipDocument><documentType>${form}</documentType>
    <issuer><issuerCik>${cik}</issuerCik></issuer>
    <reportingOwner><reportingOwnerId><rptOwnerCik>0000000007</rptOwnerCik><rptOwnerName>A</rptOwnerName></reportingOwnerId></reportingOwner>
    <nonDerivativeTable><nonDerivativeTransaction>
    ${value('securityTitle', 'Common')}${value('transactionDate', period)}
    <transactionCoding><transactionCode>S</transactionCode></transactionCoding>
    <transactionAmounts>${value('transactionShares', number)}${value('transactionPricePerShare', 9)}
    ${value('transactionAcquiredDisposedCode', 'D')}</transactionAmounts>
    </nonDerivativeTransaction></nonDerivativeTable></ownershipDocument>`
}

function holdings({ accession, form, period, added }: Filing): string {
  const number = Number(accession.slice(-6))
  const kind = added ? 'NEW HOLDINGS' : 'RESTATEMENT'
  const amendment = form.endsWith('/A')
    ? `<amendmentInfo><amendmentType>${kind}</amendmentType></amendmentInfo>`
    : ''
  const rows = [number % 3, 3 + (number % 2)].map(
    (at) =>
      `<infoTable><nameOfIssuer>I${at}</nameOfIssuer><titleOfClass>COM</titleOfClass><cusip>00000000${at}</cusip><value>${(1_000 + number) * 50_000}</value><shrsOrPrnAmt><sshPrnamt>${(1_000 + number) * 1_000}</sshPrnamt><sshPrnamtType>SH</sshPrnamtType></shrsOrPrnAmt></infoTable>`,
  )
  return `<SEC-DOCUMENT>${accession}.txt
<XML><edgarSubmission><formData><coverPage><reportCalendarOrQuarter>${period.slice(5)}-${period.slice(0, 4)}</reportCalendarOrQuarter>${amendment}<filingManager><name>A</name></filingManager></coverPage></formData></edgarSubmission></XML>
<XML><informationTable>${rows.join('')}</informationTable></XML>`
}
