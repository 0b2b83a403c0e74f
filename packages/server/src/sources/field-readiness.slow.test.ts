import { FiqError } from '@fiq/shared/errors'
import { runFieldsIn } from '@fiq/shared/pricing/bind-plan'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { expect, test } from 'vitest'
import { checkSources } from '../commands/doctor/check-sources.ts'
import { areaQueriesOf } from '../commands/mirror/area-queries.ts'
import { runQuery } from '../commands/mirror/run-queries.ts'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema, ratesOf } from '../execution/build-schema.ts'
import { preflightOf } from '../execution/preflight.ts'
import { noFiles } from '../imported-files/no-files.ts'
import { variablesNeeded, variablesOfHosts } from '../upstreams/live/host-rules.ts'
import { sandboxAnswers } from '../upstreams/testing/sandbox-upstream.ts'
import type { UpstreamRequest } from '../upstreams/transport.ts'
import type { Connector } from './connector.ts'
import { createConnectorContext } from './context.ts'
import { entityUpstreams } from './entities/sec-tickers.ts'
import {
  answeringUpstreams,
  fieldReadiness,
  refusedAreas,
  unansweredFields,
} from './field-readiness.ts'
import { ownerOf, sourceOwners } from './grades/source-grades.ts'

/**
 * Every area under every configuration that lacks one key or one decision, or has only one. The
 * tariff, the doctor, the refusal before the quote and the execution must agree.
 */
const now = () => new Date('2026-11-18T17:00:00Z')
const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const preflight = preflightOf(connectors, schema)
const answerTo = sandboxAnswers(now)

/** The settings of a server: variables, and restricted sources or owners that are switched on. */
type Settings = { isPersonal: boolean; variables: readonly string[]; on: readonly string[] }

const variables = variablesOfHosts()
const restricted = [
  ...new Set(
    connectors.flatMap(({ upstreams }) =>
      upstreams
        .filter(({ licence, key }) => licence.class === 'restricted' && key === undefined)
        .map(({ id }) => id),
    ),
  ),
]
const undecided = sourceOwners.filter(({ grade }) => grade === 'U').map(({ id }) => id)

/** All but one of each, and only one of each. */
const settingsOf = (isPersonal: boolean): Settings[] => {
  const decisions = isPersonal ? undecided : restricted
  return [
    { isPersonal, variables, on: decisions },
    { isPersonal, variables: [], on: [] },
    ...variables.flatMap((one) => [
      { isPersonal, variables: variables.filter((each) => each !== one), on: decisions },
      { isPersonal, variables: [one], on: [] },
    ]),
    ...decisions.flatMap((one) => [
      { isPersonal, variables, on: decisions.filter((each) => each !== one) },
      { isPersonal, variables: ['SEC_USER_AGENT'], on: [one] },
    ]),
  ]
}

const requested = new Set<string>()
const fetchWith = (variables: readonly string[]) => async (request: UpstreamRequest) => {
  const missing = variablesNeeded([request.url.host]).find((each) => !variables.includes(each))
  if (missing) throw new FiqError('NOT_CONFIGURED', `${request.url.host} needs ${missing}.`)
  requested.add(request.url.host)
  const { status, body } = await answerTo(request)
  if (status !== 200) throw new FiqError('NOT_FOUND', `${request.url.host} has nothing there.`)
  return {
    body: typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array()),
    mode: 'live' as const,
    asOf: null,
    retrievedAt: now().toISOString(),
  }
}

/** A live server with these settings, whose upstreams answer all requests. */
const opened = ({ isPersonal, variables, on }: Settings) => {
  const has = (id: string) => {
    if (!isPersonal) return on.includes(id)
    const owner = ownerOf({ id })
    return owner?.grade === 'U' ? on.includes(owner.id) : owner !== undefined && owner.grade !== 'X'
  }
  const context = createConnectorContext({
    upstreams: { mode: 'live', fetch: fetchWith(variables) },
    files: noFiles,
    now,
    allowed: { has },
    isPersonal,
    upstreamKeyOf: (variable) => (variables.includes(variable) ? 'a-key' : undefined),
  })
  // The directory is the same for all servers with the same lists.
  const lists = entityUpstreams.filter(context.enabled).map(({ id }) => id)
  const shared = directories.get(lists.join()) ?? context.cached.bind(context)
  directories.set(lists.join(), shared)
  const cached: typeof context.cached = (key, age, build) =>
    /^(?:sec-tickers|sec-funds|nasdaq-trader|entities:)/.test(key)
      ? shared(key, age, build)
      : context.cached(key, age, () => build({ ...context, cached }))
  return { ...context, cached }
}

const directories = new Map<string, ReturnType<typeof createConnectorContext>['cached']>()

const chosen = {
  tickers: ['AAPL', '^GSPC', 'BTC-USD', 'EURUSD=X'],
  ciks: ['0001067983'],
  countries: ['USA'],
  series: ['GDP', 'SP500', 'AMECO/ZUTN/EA19.1.0.0.0.ZUTN'],
  names: ['Apple'],
  ranges: ['1mo'],
}

type Outcome = {
  /** Code of the refusal before the quote. */
  refused: string | undefined
  /** The schema coordinates that the query runs. */
  fields: readonly string[]
  /** Messages of execution for sources that are not configured. */
  lacks: readonly string[]
  hosts: readonly string[]
}
const outcomes = new Map<string, Promise<Outcome>>()

/** The refusal and the execution of a query, once for each set of sources that can answer it. */
function outcomeOf(text: string, connector: Connector, settings: Settings): Promise<Outcome> {
  const context = opened(settings)
  const sources = [...connector.upstreams, ...entityUpstreams].filter(context.enabled)
  const key = JSON.stringify([text, sources.map(({ id }) => id), context.isPersonal])
  const known = outcomes.get(key)
  if (known) return known
  const run = async (): Promise<Outcome> => {
    const priced = priceRequest(contract, prepareOperation(contract, text), {})
    requested.clear()
    const refusal: unknown = await preflight(priced, context).catch((error: unknown) => error)
    const query = { area: connector.area, text, path: '', isList: false }
    const { failures } = await runQuery(schema, query, context)
    return {
      refused: refusal instanceof FiqError ? refusal.code : undefined,
      fields: runFieldsIn(priced.bound).map(({ coordinate }) => coordinate),
      lacks: failures.filter(({ code }) => code === 'NOT_CONFIGURED').map(({ message }) => message),
      hosts: [...requested],
    }
  }
  const outcome = run()
  outcomes.set(key, outcome)
  return outcome
}

const nameOf = ({ isPersonal, variables: known, on }: Settings) =>
  `${isPersonal ? 'personal' : 'selling'} ${known.length === variables.length ? 'all keys' : known.join()} ${on.join()}`

/** Indices, coins and currencies have prices only. */
const ofPrices: readonly string[] = ['quotes', 'price-history', 'technicals']
const queries = connectors.flatMap((connector) => {
  const tickers = ofPrices.includes(connector.area) ? chosen.tickers : ['AAPL']
  return areaQueriesOf(schema, connector, { ...chosen, tickers }).map(({ text }) => ({
    connector,
    text,
  }))
})

function faultsOf(
  { refused, fields, lacks, hosts }: Outcome,
  connector: Connector,
  unavailable: Readonly<Record<string, string>>,
): string[] {
  const isUnavailable = fields.some((each) => unavailable[each] !== undefined)
  if (refused !== undefined) return []
  const readers = fields.flatMap((name) => {
    const field = connector.fields[name]
    const sources = field ? answeringUpstreams(connector, field) : []
    // The directory is in memory.
    return sources.filter((each) => !entityUpstreams.some(({ id }) => id === each.id))
  })
  const isReached = readers.some((each) => each.hosts.some((host) => hosts.includes(host)))
  return [
    ...(isUnavailable ? ['is priced, and the tariff says unavailable'] : []),
    ...(lacks.length > 0 ? [`is priced, and fails: ${lacks[0]}`] : []),
    ...(readers.length > 0 && !isReached ? ['is priced, and reaches no source'] : []),
  ]
}

test.each([false, true])(
  'default: what is priced can be fetched, and the tariff does not exclude it, personal: %s',
  async (isPersonal) => {
    const wrong = new Set<string>()
    for (const settings of settingsOf(isPersonal)) {
      const context = opened(settings)
      const unavailable = unansweredFields(connectors, context)
      for (const { connector, text } of queries) {
        const outcome = await outcomeOf(text, connector, settings)
        for (const fault of faultsOf(outcome, connector, unavailable))
          wrong.add(`${connector.area}: ${fault}: ${text.slice(0, 90)} (${nameOf(settings)})`)
      }
    }
    expect([...wrong]).toEqual([])
  },
  600_000,
)

test.each([false, true])(
  'default: the doctor names the areas of the tariff, and settings that add them, personal: %s',
  async (isPersonal) => {
    for (const settings of settingsOf(isPersonal)) {
      const context = opened(settings)
      const unavailable = new Set(Object.keys(unansweredFields(connectors, context)))
      const fields = fieldReadiness(connectors, context)
      const refused = refusedAreas(fields)
      for (const { area } of refused)
        for (const { coordinate, isPart } of fields.filter((each) => each.area === area))
          expect(isPart ?? unavailable.has(coordinate), `${coordinate} ${nameOf(settings)}`).toBe(
            true,
          )
      const finding = await checkSources({ mode: 'live' }, connectors, context)()
      for (const { area } of refused) expect(JSON.stringify(finding)).toContain(area)
      for (const { area, settings: ways } of refused)
        for (const way of ways) {
          const after = refusedAreas(fieldReadiness(connectors, opened(withSetting(settings, way))))
          expect(
            after.map((each) => each.area),
            `${area}: ${way}`,
          ).not.toContain(area)
        }
    }
  },
)

/** Settings with what the doctor recommends: `A and B`, an allowed source, or a command. */
function withSetting({ isPersonal, variables, on }: Settings, way: string): Settings {
  const parts = way.split(' and ')
  const decided = parts.flatMap(
    (part) => /^(?:FIQ_RESTRICTED_UPSTREAMS=|fiq-server sources allow )(.+)$/.exec(part)?.[1] ?? [],
  )
  const named = parts.filter((part) => /^[A-Z_]+$/.test(part))
  expect(decided.length + named.length, way).toBe(parts.length)
  return { isPersonal, variables: [...variables, ...named], on: [...on, ...decided] }
}
