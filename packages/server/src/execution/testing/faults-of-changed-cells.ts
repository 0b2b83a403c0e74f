import { FiqError } from '@fiq/shared/errors'
import { execute, isObjectType, parse } from 'graphql'
import { areaQueriesOf } from '../../commands/mirror/area-queries.ts'
import { connectors } from '../../connectors/connectors.ts'
import type { Connector, ConnectorContext, Upstream } from '../../sources/connector.ts'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { requestKey } from '../../upstreams/request-key.ts'
import { triedCells } from '../../upstreams/testing/changed-cells.ts'
import { oddNumber, oddText } from '../../upstreams/testing/changed-text.ts'
import { kindOf } from '../../upstreams/testing/interfering-upstream.ts'
import { sandboxAnswers } from '../../upstreams/testing/sandbox-upstream.ts'
import type { UpstreamRequest } from '../../upstreams/transport.ts'
import { buildSchema } from '../build-schema.ts'
import type { ExecutionContext } from '../resolver.ts'

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const at = now().toISOString()
const chosen = {
  tickers: ['PFE', '^GSPC'],
  ciks: ['0001067983'],
  countries: ['DEU', 'USA'],
  series: ['GDP', 'SP500', 'ECB/EXR/D.USD.EUR.SP00.A'],
  names: ['Apple'],
}
/** Lists of prices: a source covers one kind of symbols. */
const priceQuestions: Readonly<Record<string, readonly string[]>> = {
  quotes: ['PFE AAPL MSFT XOM', 'BTC ETH SOL XRP', 'EURUSD=X USDJPY=X GBPUSD=X'].map(
    (tickers) =>
      `{ quotes(tickers: ${JSON.stringify(tickers.split(' '))}) { ticker price previousClose volume asOf } }`,
  ),
  'price-history': ['PFE', 'SPX'].map(
    (ticker) =>
      `{ priceHistory(tickers: ["${ticker}"], range: "3mo") { bars { date open high low close volume dividends splits adjustedClose } } }`,
  ),
}
/** Lists that all areas read. Their own changes are tested in the area of searches, by host. */
const directory = ['sec-tickers', 'sec-fund-tickers', 'sec-fund-names', 'nasdaq-trader']
const directoryKeys = /^(?:sec-tickers|sec-funds|nasdaq-trader|entities:)/
/** Bodies of errors that upstreams return with status 200. */
const errorBodies = ['{"error":{"message":"x"}}', '{"message":"x"}', '{"error":"x","code":1}', '{}']
/** Fewer changes are tried in larger bodies. */
const large = { bytes: 60_000, triedMax: 20 }

const answerTo = sandboxAnswers(now)
let readDirectory: ConnectorContext['cached'] | undefined

/** The response to one request. */
type Recorded = { key: string; body: Uint8Array }
type Outcome = { data: unknown; text: string; codes: readonly string[]; cited: ReadonlySet<string> }

/**
 * What is wrong with the answers of an area while one response of one source has a changed cell in
 * one row, the same change in all rows, or is an error with status 200. The other rows must remain,
 * or the failure must be told by its code.
 */
export async function faultsOfChangedCells(connector: Connector): Promise<string[]> {
  const faults: string[] = []
  for (const upstream of testedUpstreams(connector))
    for (const [kind, { text, key, body }] of await responsesOf(connector, upstream)) {
      const sound = await asked(text, contextOf(upstream))
      const outcomeOf = (other: Uint8Array | string) =>
        asked(text, contextOf(upstream, { key, body: Buffer.from(other) }))
      const report = (change: string, fault: string | undefined) => {
        if (fault) faults.push(`${upstream.id}, ${kind}, ${change}: ${fault}`)
      }
      // A refused response would hide the effect of every change.
      const refusal = sound.codes.find((code) => code === 'UPSTREAM_CHANGED')
      report('unchanged', refusal)
      const triedMax = body.length > large.bytes ? large.triedMax : undefined
      for (const { name, ofOneRow, ofAllRows } of triedCells(body, triedMax)) {
        report(`${name} in one row`, faultOfOne(sound, await outcomeOf(ofOneRow())))
        report(`${name} in all rows`, faultOfAll(sound, await outcomeOf(ofAllRows())))
      }
      for (const other of errorBodies) report(other, faultOfAll(sound, await outcomeOf(other)))
    }
  return faults
}

function testedUpstreams({ area, upstreams }: Connector): readonly Upstream[] {
  return area === 'search-entities'
    ? upstreams.filter(({ id }) => ['sec-tickers', 'nasdaq-trader'].includes(id))
    : upstreams.filter(({ id }) => !directory.includes(id))
}

/** The first response of each kind of address, with the query that requests it. */
async function responsesOf(connector: Connector, upstream: Upstream) {
  const found = new Map<string, Recorded & { text: string }>()
  for (const text of questionsAbout(connector)) {
    const seen = new Map<string, Recorded>()
    await asked(text, contextOf(upstream, undefined, seen))
    for (const [kind, response] of seen)
      if (!found.has(kind)) found.set(kind, { ...response, text })
  }
  return found
}

/** The queries of an area. Lists are whole, so that no later row takes the place of a lost one. */
function questionsAbout(connector: Connector): readonly string[] {
  const { area, fields } = connector
  if (priceQuestions[area]) return priceQuestions[area]
  const filtered = Object.keys(fields).flatMap((coordinate) => {
    const [typeName = '', name = ''] = coordinate.split('.')
    const type = schema.getType(typeName)
    const args = isObjectType(type) ? (type.getFields()[name]?.args ?? []) : []
    return args.some((arg) => arg.name === 'filter' && String(arg.type) === 'ArrayFilterInput')
      ? [name]
      : []
  })
  return areaQueriesOf(schema, connector, chosen).map(({ text }) =>
    filtered.reduce(
      (whole, name) =>
        whole
          .replace(
            new RegExp(`\\b${name} \\{`),
            `${name}(filter: { limit: 500, since: "2018-01-01" }) {`,
          )
          .replace(
            new RegExp(`\\b${name}\\((?!filter)([^)]*)\\)`),
            `${name}($1, filter: { limit: 500, since: "2018-01-01" })`,
          ),
      text,
    ),
  )
}

/** A context with one source and the directory. One response may be replaced. */
function contextOf(
  upstream: Upstream,
  replaced?: Recorded,
  seen?: Map<string, Recorded>,
): ConnectorContext {
  const respond = async (request: UpstreamRequest) => {
    const { status, body = '' } = await answerTo(request)
    if (status !== 200) throw new FiqError('NOT_FOUND', `${request.url.host} has nothing.`)
    const [sound, key] = [Buffer.from(body), requestKey(request)]
    const ofDirectory = directory.includes(upstream.id)
    const kind = ofDirectory ? request.url.pathname : kindOf(request.url)
    if (upstream.hosts.includes(request.url.host) && !seen?.has(kind))
      seen?.set(kind, { key, body: sound })
    const sent = replaced?.key === key ? replaced.body : sound
    return { body: sent, mode: 'live' as const, asOf: at, retrievedAt: at }
  }
  const context = testContext(
    { mode: 'live', fetch: respond },
    { enabled: ({ id }) => id === upstream.id || directory.includes(id), now },
  )
  if (directory.includes(upstream.id)) return context
  readDirectory ??= context.cached.bind(context)
  const read = readDirectory
  const { cached } = context
  return {
    ...context,
    cached(key, age, build) {
      return directoryKeys.test(key) ? read(key, age, build) : cached.call(this, key, age, build)
    },
  } as ConnectorContext
}

async function asked(text: string, context: ConnectorContext): Promise<Outcome> {
  const codes: string[] = []
  const cited = new Set<string>()
  const note = (failed: readonly { error: FiqError }[]) =>
    codes.push(...failed.map(({ error }) => error.code))
  const contextValue: ExecutionContext = {
    connectors: context,
    cite: (entries) => entries.forEach(({ source }) => void cited.add(source)),
    miss: (_path, unanswered) => note(unanswered),
    fail: (_path, failed) => note(failed),
    warn: (_path, warnings) => codes.push(...warnings),
  }
  const answer = await execute({ schema, document: parse(text), contextValue })
  for (const { originalError } of answer.errors ?? [])
    codes.push(originalError instanceof FiqError ? originalError.code : `crash: ${originalError}`)
  return { data: answer.data, text: JSON.stringify(answer.data), codes, cited }
}

/** Whether the client is told: by a code or a warning, by another source, or in the data. */
function isTold(sound: Outcome, { codes, cited, text }: Outcome): boolean {
  const isOther = [...cited].some((source) => !sound.cited.has(source))
  const isNotScreened =
    text.includes('"isScreened":false') && !sound.text.includes('"isScreened":false')
  return codes.length > sound.codes.length || isOther || isNotScreened
}

type Row = Readonly<Record<string, unknown>>
/** Maximum objects of the answer that come from one row: a row with its lists. */
const lostMax = 3

function faultOfOne(sound: Outcome, outcome: Outcome): string | undefined {
  const crash = outcome.codes.find((code) => code.startsWith('crash'))
  if (crash) return crash
  const { lost, wrong } = comparison(sound, outcome)
  if (wrong) return `wrong: ${JSON.stringify(wrong)}`
  // The source has the item, but its row cannot be read.
  const absent = ({ codes }: Outcome) => codes.filter((code) => code === 'NOT_FOUND').length
  if (absent(outcome) > absent(sound)) return 'the item is reported as absent'
  return lost.length > lostMax
    ? `lost ${lost.length}, such as ${JSON.stringify(lost[0])}`
    : undefined
}

function faultOfAll(sound: Outcome, outcome: Outcome): string | undefined {
  const crash = outcome.codes.find((code) => code.startsWith('crash'))
  if (crash) return crash
  if (isTold(sound, outcome) || outcome.text?.includes(oddText)) return undefined
  const { lost, wrong } = comparison(sound, outcome)
  if (wrong) return `wrong: ${JSON.stringify(wrong)}`
  return lost.length > 0
    ? `lost ${lost.length} in silence, such as ${JSON.stringify(lost[0])}`
    : undefined
}

/** The rows that are gone, and one that is no sound row with members that became null. */
function comparison(sound: Outcome, { data }: Outcome): { lost: Row[]; wrong: Row | undefined } {
  const [before, after] = [recordsOf(sound.data), recordsOf(data)]
  const lost = difference(before, after)
  for (const row of difference(after, before)) {
    const of = lost.findIndex((each) => isPartOf(row, each))
    if (of < 0) return { lost, wrong: row }
    lost.splice(of, 1)
  }
  return { lost, wrong: undefined }
}

/** Every object in a value, without the objects in it. */
function recordsOf(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(recordsOf)
  if (typeof value !== 'object' || value === null) return []
  const isNested = (each: unknown) =>
    Array.isArray(each)
      ? each.some((one) => typeof one === 'object')
      : typeof each === 'object' && each !== null
  const entries = Object.entries(value)
  const own = entries.filter(([, each]) => !isNested(each))
  const inner = entries.flatMap(([, each]) => recordsOf(each))
  return own.length > 0 ? [Object.fromEntries(own), ...inner] : inner
}

function difference(rows: readonly Row[], others: readonly Row[]): Row[] {
  const left = Map.groupBy(others, (row) => JSON.stringify(row))
  return rows.filter((row) => left.get(JSON.stringify(row))?.pop() === undefined)
}

function isPartOf(row: Row, whole: Row): boolean {
  return Object.entries(row).every(([key, value]) => {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    const text = JSON.stringify(value)
    const isGiven = text.toLowerCase().includes(oddText) || text.includes(String(oddNumber))
    return isEmpty || isGiven || text === JSON.stringify(whole[key])
  })
}
