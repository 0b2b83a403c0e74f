import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Bound, bounds, boundTable } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { readIdempotencyKey } from '@fiq/shared/idempotency-key'
import { foldRows, type QuoteRow } from '@fiq/shared/payment/quote'
import { parseOperation } from '@fiq/shared/pricing/operation-limits'
import { operationIn, planOperation } from '@fiq/shared/pricing/plan-operation'
import { refuseManyItems } from '@fiq/shared/pricing/variable-items'
import Fastify from 'fastify'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { settings } from '../config/settings.ts'
import { refuseTooLarge } from '../execution/answer-size.ts'
import { refuseLargeIntrospection } from '../execution/introspection-size.ts'
import { wholeText } from '../http/mcp/answers/read-answer.ts'
import { portsOfResults } from '../http/query/refuse-large-result.ts'
import { oneField } from '../http/testing/one-field.ts'
import { smallApp } from '../http/testing/small-app.ts'
import { limitUnread } from '../http/unread-answers.ts'
import { createLargeMaking } from '../payments/large/large-making.ts'
import { storeBody } from '../payments/large/store-body.ts'
import { createUnprovenAttempts } from '../payments/proof/unproven-attempts.ts'
import { createAddressTurns } from '../rate-limit/address-turns.ts'
import { createEarnedTurns } from '../rate-limit/earned-turns.ts'
import { createMemoryRateLimit } from '../rate-limit/rate-limit.ts'
import { createRequestGate } from '../rate-limit/request-gate.ts'
import {
  answerUnits,
  bodyUnits,
  fileUnits,
  introspectionUnits,
  planUnits,
  queryUnits,
} from '../rate-limit/work-units.ts'
import { createGasCeiling } from '../settlement/settle/gas-ceiling.ts'
import { createParsedValues } from '../sources/parsed/create-parsed-values.ts'
import { estimateBytes } from '../sources/parsed/estimate-bytes.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { createLargeAnswers } from '../storage/payments/create-large-answers.ts'
import { createOwedTries } from '../storage/payments/create-owed-tries.ts'
import { answerLimits } from '../storage/payments/payment-record.ts'
import { keyOf } from '../storage/payments/testing/payments.ts'
import { createGasSpending } from '../storage/settlement/gas-spending.ts'

const address = '192.0.2.1'
const never = () => new Promise<never>(() => {})
const names = (count: number, letter = 'f') =>
  Array.from({ length: count }, (_, at) => `${letter}${at}`).join(' ')

/** `false` if refused with this code. */
async function accepts(code: string, run: () => unknown): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (error instanceof FiqError && error.code === code) return false
    throw error
  }
}

const parses = (text: string) => accepts('QUERY_TOO_LARGE', () => parseOperation(text))
const eachPasses = async (count: number, run: () => unknown) => {
  for (let n = 1; n < count; n += 1) await run()
  return accepts('RATE_LIMITED', run)
}

/** As the server opens it by default, with a fixed clock. */
function gateOf() {
  const requestsPerMinute = Number(settings.rateLimit.default)
  const limit = createMemoryRateLimit(() => 0)
  const ports = { store: undefined as never, nowMs: () => 0, hasCredits: () => false }
  return createRequestGate({ ...ports, limit, requestsPerMinute })
}

/** Fields that repeat one key, in groups whose pairs sum to `count`. */
function repeatedFields(count: number): string {
  const fields: string[] = []
  for (let left = count, group = 0; left > 0; group += 1) {
    const size = Math.floor((1 + Math.sqrt(1 + 8 * left)) / 2)
    fields.push(...Array.from({ length: size }, () => `g${group}`))
    left -= (size * (size - 1)) / 2
  }
  return fields.join(' ')
}

function acceptsPath(characters: number): Promise<boolean> {
  const schema = buildSchema('type Query { a: Query b: Int }')
  const alias = 'a'.repeat(bounds.nameCharactersMax)
  const levels = Math.floor(characters / (alias.length + 1))
  const last = 'b'.repeat(characters - levels * (alias.length + 1))
  const text = `{ ${`${alias}: a { `.repeat(levels)} ${last}: b ${'}'.repeat(levels)} }`
  const document = parseOperation(text)
  const contract = { schema, tariff: { version: 't', rates: {} } }
  return accepts('QUERY_TOO_LARGE', () =>
    planOperation(contract, document, operationIn(document, undefined), {}),
  )
}

const rowsOf = (lengths: readonly number[]): QuoteRow[] =>
  lengths.map((length) => ['p'.repeat(length), 1, 1])
const isWhole = (rows: readonly QuoteRow[]) => foldRows(rows).every(([path]) => path !== 'other')
const pathLengths = (total: number): number[] =>
  Array.from({ length: Math.ceil(total / bounds.pathCharactersMax) }, (_, at) =>
    Math.min(bounds.pathCharactersMax, total - at * bounds.pathCharactersMax),
  )

/** Whether a size is accepted, by the code in the table. */
const accepted: Record<keyof typeof boundTable, (count: number) => Promise<boolean>> = {
  async bodyBytesMax(count) {
    const { app } = smallApp(oneField(5, () => 1))
    const headers = { 'content-type': 'application/json', host: 'fiq.test' }
    const payload = '{"query":"{ __typename }"}'.padEnd(count)
    const { body } = await app.inject({ method: 'POST', url: '/api/graphql', payload, headers })
    return !body.includes('BODY_TOO_LARGE')
  },
  documentCharactersMax: (count) => parses(`{ a } #${'x'.repeat(count - 7)}`),
  tokensMax: (count) => parses(`{ ${names(count - 2)} }`),
  selectionsMax(count) {
    const spreads = Math.floor(count / 101)
    const each = Array.from({ length: spreads }, (_, at) => `query O${at} { ...F }`).join(' ')
    return parses(
      `{ ${names(count - spreads * 101, 'c')} } ${each} fragment F on Query { ${names(100)} }`,
    )
  },
  variableItemsMax: (count) =>
    accepts('QUERY_TOO_LARGE', () => refuseManyItems({ a: [1, 2], b: { c: Array(count - 2) } })),
  variableMembersMax: (count) =>
    accepts('QUERY_TOO_LARGE', () =>
      refuseManyItems({
        a: Object.fromEntries(Array.from({ length: count - 2 }, (_, at) => [`m${at}`, at])),
        b: [Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${at}`, at]))],
      }),
    ),
  linesMax: (count) => parses(`{ a${'\n'.repeat(count - 1)} }`),
  depthMax: (count) => parses(`${'{ a '.repeat(count)}${'}'.repeat(count)}`),
  nestingMax: (count) => parses(`{ a(b: ${'['.repeat(count - 2)}${']'.repeat(count - 2)}) }`),
  introspectionsMax: (count) =>
    parses(
      `{ ${Array.from({ length: count }, (_, at) => `a${at}: __schema { types { name } }`).join(' ')} }`,
    ),
  introspectionBytesMax: (bytes) =>
    accepts('QUERY_TOO_LARGE', () => refuseLargeIntrospection(bytes)),
  answerRowsMax: (rows) => accepts('QUERY_TOO_LARGE', () => refuseTooLarge({ rows, bytes: 0 })),
  answerBytesMax: (bytes) => accepts('QUERY_TOO_LARGE', () => refuseTooLarge({ rows: 0, bytes })),
  resultBytesMax(bytes) {
    const paymentPorts = portsOfResults({
      sizing: { bytesOf: () => bytes },
      preflight: async () => {},
    } as never)
    return accepts('QUERY_TOO_LARGE', () => paymentPorts.preflight({} as never))
  },
  wholeCharactersMax: (count) =>
    accepts('QUERY_TOO_LARGE', async () => {
      const text = gzipSync('x'.repeat(count), { level: 1 })
      await wholeText('a', async function* () {
        yield text
      })
    }),
  /** One answer is not read yet, and another one makes so many bytes with it. */
  async unreadBytesMax(count) {
    const app = Fastify()
    limitUnread(app)
    const [sent, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.addHook('onSend', async ({ url }) => {
      if (url !== '/held') return
      sent.resolve()
      await read.promise
    })
    const held = Buffer.alloc(65_536)
    app.get('/held', async () => held)
    app.get('/next', async () => Buffer.alloc(count - held.length))
    const first = app.inject('/held')
    await sent.promise
    const isSent = await app.inject('/next').then(
      ({ rawPayload }) => rawPayload.length > 0,
      () => false,
    )
    read.resolve()
    await first
    return isSent
  },
  async rowBytesMax(count) {
    const large = { store: async () => 'large' }
    const keeper = { large, rowBytesMax: answerLimits.answerBytesMax, nowMs: () => 0 }
    const value = { a: 'x'.repeat(count - '{"a":""}'.length) }
    return (await storeBody(value, { debit: 'd' }, keeper)) !== 'large'
  },
  /** Writes a part with this many bytes of a larger answer. */
  async partBytesMax(count) {
    const database = openSqliteDatabase(':memory:')
    const incompressible = async function* () {
      yield randomBytes(2 * bounds.partBytesMax).toString('latin1')
    }
    await createLargeAnswers(database, answerLimits.largeBytesMax).store(
      ...([{ debit: 'd' }, incompressible(), 0] as const),
    )
    const parts = await database.read('select length(bytes) as size from large_answer_parts')
    return parts.length > 1 && parts.some(({ size }) => Number(size) >= count)
  },
  async largeQuotaBytesMax(count) {
    const large = createLargeAnswers(openSqliteDatabase(':memory:'), answerLimits.largeBytesMax)
    return (await large.reserve(count, 0)) !== undefined
  },
  async makingBytesMax(count) {
    const making = createLargeMaking()
    let running = 0
    for (const bytes of [1, count - 1])
      void making.run(bytes, () => {
        running += 1
        return never()
      })
    await new Promise(setImmediate)
    return running === 2
  },
  async makingWaitingMax(count) {
    const making = createLargeMaking()
    void making.run(bounds.makingBytesMax, never)
    for (let n = 1; n < count; n += 1) void making.run(1, never)
    return !making.isFull()
  },
  async owedTriesMax(count) {
    const tries = createOwedTries(openSqliteDatabase(':memory:'))
    let waitMs = 0
    for (let n = 0; n < count; n += 1) waitMs = (await tries.begin(keyOf(1), n * 3_600_000)).waitMs
    return waitMs === 0
  },
  nameCharactersMax: (count) => parses(`{ ${'a'.repeat(count)}: b }`),
  fragmentsMax: (count) =>
    parses(
      `{ a } ${Array.from({ length: count }, (_, at) => `fragment F${at} on Query { a }`).join(' ')}`,
    ),
  repeatedKeysMax: (count) => parses(`{ ${repeatedFields(count)} }`),
  pathCharactersMax: acceptsPath,
  async errorTextCharactersMax(count) {
    const text = 'a'.repeat(count)
    const error = new FiqError('INTERNAL', text, { facts: [text], remedy: text })
    const { message } = error
    expect([...error.facts, error.remedy]).toEqual([message, message])
    return message === text
  },
  quoteRowsMax: async (count) => isWhole(rowsOf(Array.from({ length: count }, () => 1))),
  quotePathsCharactersMax: async (count) => isWhole(rowsOf(pathLengths(count))),
  idempotencyKeyCharactersMax: (count) =>
    accepts('BAD_REQUEST', () => readIdempotencyKey('a'.repeat(count))),
  async provingWaitingMax(count) {
    const { inTurn } = createAddressTurns()
    const refusals: unknown[] = []
    // One runs, the others wait.
    for (let n = 0; n <= count; n += 1)
      inTurn(address, never).catch((error: unknown) => refusals.push(error))
    await new Promise(setImmediate)
    return refusals.length === 0
  },
  /** After enough valid payments, so many begin at once. */
  async earnedTurnsMax(count) {
    const { inTurn } = createEarnedTurns()
    for (let n = 0; n < count; n += 1) await inTurn(address, async () => ({ isValid: true }))
    let running = 0
    for (let n = 0; n < count; n += 1)
      void inTurn(address, () => {
        running += 1
        return never()
      })
    await new Promise(setImmediate)
    return running === count
  },
  /** The last of so many failing payments is sent. */
  async failedPaymentsMax(count) {
    const spending = createGasSpending(openSqliteDatabase(':memory:'))
    const clock = { nowMs: () => 0, report: expect.unreachable }
    const ceiling = createGasCeiling({ spending, hourMax: 0n, ...clock })
    for (let n = 1; n < count; n += 1) {
      await ceiling.spent(`0x${n}`, 1n)
      await ceiling.failed(`0x${n}`, '0xa')
    }
    return !(await ceiling.failingPayers()).has('0xa')
  },
  async unprovenMax(count) {
    const refusal = createUnprovenAttempts(createMemoryRateLimit(() => 0))
    for (let n = 1; n < count; n += 1) await refusal(keyOf(1), address)
    return (await refusal(keyOf(1), address)).code !== 'RATE_LIMITED'
  },
  async requestsPerMinuteMax(count) {
    const { admitAnonymous } = gateOf()
    return eachPasses(count, () => admitAnonymous(address))
  },
  async provenRequestsPerMinuteMax(count) {
    const { admit } = gateOf()
    const sender = { authorization: undefined, address: 'payment:a:b', isProven: true } as const
    return eachPasses(count, () => admit(sender))
  },
  workUnitCharacters: async (count) => queryUnits({ query: 'a'.repeat(count) }) === 1,
  workUnitBodyCharacters: async (count) => bodyUnits(count) === 0,
  workUnitFields: async (count) => planUnits(count) === 0,
  workUnitIntrospectionBytes: async (bytes) => introspectionUnits(bytes) === 0,
  workUnitFileBytes: async (bytes) => fileUnits(bytes) === 1,
  workUnitAnswerBytes: async (bytes) => answerUnits(bytes) === 1,
  async workBurstMin(count) {
    const { chargeWork } = gateOf()
    return eachPasses(count, () => chargeWork({ address }, 1, { pays: false }))
  },
  /** A second value uses the remaining bytes. Checks that the first is still cached. */
  async parsedBytesMax(count) {
    const values = createParsedValues(() => 0)
    let built = 0
    const first = async () => {
      built += 1
      return 0
    }
    const [ofEntry, ofFirst] = [500 + 'k'.length, estimateBytes(0)]
    const rest = count - 2 * ofEntry - ofFirst - estimateBytes(new Uint8Array())
    await values.obtain('a', Infinity, first)
    await values.obtain('b', Infinity, async () => new Uint8Array(rest))
    await values.obtain('a', Infinity, first)
    return built === 1
  },
  async unpaidFetchesPerMinuteMax(count) {
    const { spendFetch } = gateOf()
    return eachPasses(count, () => spendFetch({ address }))
  },
}

test.each(Object.entries<Bound>(boundTable))(
  'default: %s: the bound is accepted, one more is not',
  async (name, { most }) => {
    const isAccepted = accepted[name as keyof typeof boundTable]
    expect([await isAccepted(most), await isAccepted(most + 1)]).toEqual([true, false])
  },
)
