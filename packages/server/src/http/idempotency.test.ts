import { defined } from '@fiq/shared/defined'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { scheduleRefunds } from '../credits/schedule-refunds.ts'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { oneField } from './testing/one-field.ts'
import { smallApp } from './testing/small-app.ts'

const query = '{ cheap }'

/** Instances with one store, an organisation with 2,000 credits, and its key. */
async function scene(resolve: () => number | Promise<number> = () => 1) {
  let runs = 0
  const run = () => {
    runs += 1
    return resolve()
  }
  const store = openSqliteAccessStore(':memory:')
  const open = () => smallApp(oneField(10, run), {}, { store })
  const first = open()
  const { accounts, credits } = first.access
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 3 }, accounts)
  const post = (
    headers: Record<string, string>,
    { app = first.app, payload = { query } as object, url = '/api/graphql' } = {},
  ) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: 'fiq.test',
        authorization: `Bearer ${key}`,
        ...headers,
      },
    })
  const left = async () => {
    const { prepaid, allotment } = await credits.balance(id)
    return prepaid + allotment
  }
  const whole = await left()
  const charged = async () => whole - (await left())
  return { first, open, store, accounts, key, post, charged, runs: () => runs }
}

const codeOf = (answer: { json(): { errors: { extensions: object }[] } }) =>
  answer.json().errors[0]?.extensions

describe('an Idempotency-Key on credits', () => {
  test('default: a retry gets the stored answer, and is charged and executed once', async () => {
    const { post, charged, runs } = await scene()
    const bought = await post({ 'idempotency-key': 'a' })
    const again = await post({ 'idempotency-key': 'a' })
    expect(bought.json()).toMatchObject({ data: { cheap: 1 } })
    expect([again.statusCode, again.body]).toEqual([200, bought.body])
    expect([await charged(), runs()]).toEqual([10, 1])
    await post({ 'idempotency-key': 'b' })
    await post({})
    expect([await charged(), runs()]).toEqual([30, 3])
  })

  test('default: refuses another request under the key with 409, without a charge', async () => {
    const { post, charged } = await scene()
    await post({ 'idempotency-key': 'a' })
    const other = await post({ 'idempotency-key': 'a' }, { payload: { query: '{ other: cheap }' } })
    expect(other.statusCode).toBe(409)
    expect(codeOf(other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', funds: 'untouched' })
    expect(await charged()).toBe(10)
  })

  test('behavior: equal keys of two organisations are independent', async () => {
    const { post, accounts, charged, runs } = await scene()
    const { id } = await createOrganisation({ name: 'Other', plan: 'basic' }, accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci', days: 3 }, accounts)
    await post({ 'idempotency-key': 'a' })
    await post({ 'idempotency-key': 'a', authorization: `Bearer ${key}` })
    expect([await charged(), runs()]).toEqual([10, 2])
  })

  test('behavior: equal keys of two organisations are independent when concurrent, for one request or two', async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { promise, resolve } = Promise.withResolvers<number>()
    let running = 0
    const { post, accounts, charged, first, runs } = await scene(() => {
      begun[running]?.resolve()
      running += 1
      return promise
    })
    const { id } = await createOrganisation({ name: 'Other', plan: 'basic' }, accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci', days: 3 }, accounts)
    const other = { authorization: `Bearer ${key}` }
    const send = (headers: Record<string, string>, asked: string, name: string) =>
      post({ 'idempotency-key': name, ...headers }, { payload: { query: asked } }).then(
        ({ statusCode, body }) => ({ statusCode, ...JSON.parse(body) }),
      )
    const answers = [send({}, query, 'a')]
    await begun[0]!.promise
    answers.push(send(other, query, 'a'))
    await begun[1]!.promise
    answers.push(send({}, query, 'b'), send(other, '{ mine: cheap }', 'b'))
    resolve(7)
    const [own, theirs, ownOfTwo, theirsOfTwo] = await Promise.all(answers)
    expect([own, ownOfTwo, theirs]).toMatchObject(
      [own, ownOfTwo, theirs].map(() => ({ statusCode: 200, data: { cheap: 7 } })),
    )
    expect(theirsOfTwo).toMatchObject({ statusCode: 200, data: { mine: 7 } })
    const payers = [own, theirs].map(({ extensions }) => extensions.payment.organisation)
    expect(payers[1]).toBe(id)
    expect(payers[0]).not.toBe(id)
    const { allotment } = await first.access.credits.balance(id)
    expect([await charged(), allotment, runs()]).toEqual([20, 1_000 - 20, 4])
  })

  test('behavior: concurrent retries join the first, another request gets 409', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const started = Promise.withResolvers<void>()
    const { post, charged, runs } = await scene(() => {
      started.resolve()
      return promise
    })
    const first = post({ 'idempotency-key': 'a' }).then((answer) => answer)
    await started.promise
    const retries = [1, 2].map(() => post({ 'idempotency-key': 'a' }).then((answer) => answer))
    const other = await post({ 'idempotency-key': 'a' }, { payload: { query: '{ other: cheap }' } })
    expect(other.statusCode).toBe(409)
    resolve(7)
    const bodies = (await Promise.all([first, ...retries])).map(({ body }) => body)
    expect(new Set(bodies).size).toBe(1)
    expect([await charged(), runs()]).toEqual([10, 1])
  })

  test('behavior: a retry at another instance gets 503 first, then the stored answer', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const started = Promise.withResolvers<void>()
    const { post, open, charged, runs } = await scene(() => {
      started.resolve()
      return promise
    })
    const second = open()
    const first = post({ 'idempotency-key': 'a' }).then((answer) => answer)
    await started.promise
    const early = await post({ 'idempotency-key': 'a' }, { app: second.app })
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '1'])
    expect(codeOf(early)).toMatchObject({ code: 'REQUEST_IN_PROGRESS', funds: 'untouched' })
    resolve(7)
    const { body } = await first
    expect((await post({ 'idempotency-key': 'a' }, { app: second.app })).body).toBe(body)
    expect([await charged(), runs()]).toEqual([10, 1])
  })

  test('behavior: a crash between debit and answer charges once in the end', async () => {
    const { promise: dead } = Promise.withResolvers<number>()
    const started = Promise.withResolvers<void>()
    let isDead = true
    const { post, open, store, charged } = await scene(() => {
      started.resolve()
      return isDead ? dead : 2
    })
    void post({ 'idempotency-key': 'a' }).then(() => {})
    await started.promise
    expect(await charged()).toBe(10)
    // The next life of the server refunds unanswered debits before its first request.
    isDead = false
    const refunding = {
      store,
      running: new Set<string>(),
      isAlone: true,
      nowMs: () => 1_700_000_000_000,
      report() {},
    }
    clearInterval(await scheduleRefunds(refunding))
    expect(await charged()).toBe(0)
    const restarted = open()
    const bought = await post({ 'idempotency-key': 'a' }, { app: restarted.app })
    const again = await post({ 'idempotency-key': 'a' }, { app: restarted.app })
    expect([bought.json().data, again.body]).toEqual([{ cheap: 2 }, bought.body])
    expect(await charged()).toBe(10)
  })

  test('error: refunds a failed request, whose key may be used again', async () => {
    let isDown = true
    const { post, charged } = await scene(() => {
      if (isDown) throw new Error('down')
      return 1
    })
    expect((await post({ 'idempotency-key': 'a' })).json().data).toBeUndefined()
    expect(await charged()).toBe(0)
    isDown = false
    expect((await post({ 'idempotency-key': 'a' })).json().data).toEqual({ cheap: 1 })
    expect(await charged()).toBe(10)
  })

  test('error: a store that cannot store the answer returns none, and refunds the debit', async () => {
    const { post, store, charged } = await scene()
    const { storeOnce } = store
    store.storeOnce = () => Promise.reject(new Error('disk full'))
    expect((await post({ 'idempotency-key': 'a' })).statusCode).toBe(500)
    store.storeOnce = storeOnce
    expect((await post({ 'idempotency-key': 'a' })).statusCode).toBe(503)
    const refunding = {
      store,
      running: new Set<string>(),
      isAlone: true,
      nowMs: () => 1_700_000_000_000,
      report() {},
    }
    clearInterval(await scheduleRefunds(refunding))
    expect((await post({ 'idempotency-key': 'a' })).statusCode).toBe(200)
    expect(await charged()).toBe(10)
  })

  test.each([['x'.repeat(256)], ['a b'], ['']])('error: the key %j gives 400', async (sent) => {
    const { post, charged } = await scene()
    const answer = await post({ 'idempotency-key': sent })
    expect(answer.statusCode).toBe(400)
    expect(await charged()).toBe(0)
  })

  test('behavior: stores the answer for 24 hours', async () => {
    const { first, post, charged, runs } = await scene()
    await post({ 'idempotency-key': 'a' })
    first.clock.nowMs += 24 * 60 * 60_000 - 1
    await post({ 'idempotency-key': 'a' })
    expect([await charged(), runs()]).toEqual([10, 1])
    first.clock.nowMs += 1
    await post({ 'idempotency-key': 'a' })
    expect([await charged(), runs()]).toEqual([20, 2])
  })

  test('behavior: without an API key the header has no effect', async () => {
    const { first } = await scene()
    const answer = await first.app.inject({
      method: 'POST',
      url: '/api/graphql',
      payload: { query },
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a b' },
    })
    expect(answer.statusCode).toBe(402)
    const quoted = readPaymentRequired(String(answer.headers['payment-required']))
    expect(quoted.requirements.amount).toBeDefined()
  })
})

describe('an idempotency key over MCP', () => {
  const call = (id: number, meta?: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'graphql', arguments: { query }, ...defined({ _meta: meta }) },
  })

  test('default: _meta carries it, and shares it with HTTP', async () => {
    const { post, charged, runs } = await scene()
    const meta = { 'fiq/idempotency-key': 'a' }
    const url = '/mcp'
    const first = await post({}, { url, payload: call(1, meta) })
    const again = await post({}, { url, payload: call(2, meta) })
    expect(again.body.replace('"id":2', '"id":1')).toBe(first.body)
    await post({ 'idempotency-key': 'a' })
    expect([await charged(), runs()]).toEqual([10, 1])
  })

  test('behavior: the JSON-RPC id and the HTTP header are no keys of a call', async () => {
    const { post, charged } = await scene()
    const url = '/mcp'
    await post({ 'idempotency-key': 'a' }, { url, payload: call(1) })
    await post({ 'idempotency-key': 'a' }, { url, payload: call(1) })
    expect(await charged()).toBe(20)
  })

  test.each([[5], [''], ['a b']])('error: %j is not a valid key', async (sent) => {
    const { post, charged } = await scene()
    const payload = call(1, { 'fiq/idempotency-key': sent })
    expect((await post({}, { url: '/mcp', payload })).body).toContain('BAD_REQUEST')
    expect(await charged()).toBe(0)
  })
})
