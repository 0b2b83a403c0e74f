import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readPaymentRequired, secretPlace } from '@fiq/shared/payment/payment-required'
import { blankSecret } from '@fiq/shared/payment/quote-secret'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Devnet, openDevnet } from '../../packages/server/src/devnet/chain.ts'
import {
  freePort,
  hasRedisServer,
  type RedisServer,
  startRedisServer,
} from '../../packages/server/src/redis/testing/redis-server.ts'
import {
  createTestSchema,
  postgres,
  type TestSchema,
} from '../../packages/server/src/storage/database/testing/postgres.ts'
import { type Answer, createPayer, type Purchase, present } from '../faults/payer.ts'
import { type ServerProcess, startProcess } from '../faults/server-process.ts'
import { type Listening, nodeOver } from '../testing/over-http.ts'
import { hasNginx, startNginx } from './nginx.ts'

const missing = [
  ...(postgres ? [] : ['PostgreSQL']),
  ...(hasRedisServer ? [] : ['redis-server']),
  ...(hasNginx ? [] : ['nginx']),
]
const payTo = '0x000000000000000000000000000000000000bEEF'
const rateLimit = 900
/**
 * Source of a module that makes the instances wait for Redis: on a busy machine they would take it
 * as unreachable after 250 ms, and grant their own shares. A stopped Redis refuses at once.
 */
const patientWithRedis = `
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (start, _, [run, ms, ...given]) => start(run, ms === 250 ? 60_000 : ms, ...given),
  })`
/** The lease of a killed holder expires within about twenty seconds. */
const triesMax = 60
const retryAfterMs = 1_000

describe.skipIf(missing.length > 0)(
  `three instances behind nginx answer as one (missing here: ${missing.join(', ') || 'nothing'})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-instances-'))
    const account = privateKeyToAccount(generatePrivateKey())
    let schema: TestSchema
    let redis: RedisServer
    let devnet: Devnet
    let node: Listening
    let instances: ServerProcess[]
    let nginx: Awaited<ReturnType<typeof startNginx>>
    let payer: ReturnType<typeof createPayer>

    beforeAll(async () => {
      schema = await createTestSchema(postgres!)
      redis = await startRedisServer()
      devnet = await openDevnet()
      await devnet.faucet(account.address, 1_000_000_000n)
      const key = generatePrivateKey()
      const settler = privateKeyToAccount(key).address
      const balance = [settler, '0x56bc75e2d63100000']
      await devnet.request({ method: 'hardhat_setBalance', params: balance })
      node = await nodeOver(devnet)
      const keyFile = join(folder, 'settler')
      writeFileSync(keyFile, key, { mode: 0o600 })
      const port = await freePort()
      const flags = [
        ...['--database', schema.url, '--redis', redis.url],
        ...['--facilitator', 'local', '--rpc-url', node.url, '--settler-key-file', keyFile],
        ...['--pay-to', payTo, '--public-url', `http://127.0.0.1:${port}`],
        ...['--rate-limit', String(rateLimit), '--trust-proxy', '1'],
      ]
      const start = (name: string) =>
        startProcess({ folder: join(folder, name), preload: patientWithRedis, flags })
      instances = await Promise.all(['a', 'b', 'c'].map(start))
      nginx = await startNginx(
        join(folder, 'nginx'),
        port,
        instances.map(({ url }) => url),
      )
      payer = createPayer(nginx.url, account)
    })
    afterAll(async () => {
      await nginx?.stop()
      for (const instance of instances ?? []) await instance.kill('SIGTERM')
      node?.close()
      await devnet?.close()
      await redis?.remove()
      await schema?.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    const body = JSON.stringify({ query: '{ marketStatus { session } }' })
    const ask = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    const rows = (sql: string) => schema.query(sql.replaceAll('@', `${schema.name}.`))
    const state = async ({ nonce }: Purchase) => {
      const sql = `select state from @payments where nonce = '\\x${nonce.slice(2)}'`
      return (await rows(sql))[0]?.['state']
    }
    /** Sends the same bytes until there is an answer, like a client. */
    const untilAnswered = async (url: string, purchase: Purchase): Promise<NonNullable<Answer>> => {
      for (let tries = 0; tries < triesMax; tries++) {
        const answer = await present(url, purchase)
        if (answer?.status === 200) return answer
        expect([undefined, 502, 503, 504]).toContain(answer?.status)
        await setTimeout(retryAfterMs)
      }
      throw new Error(`${purchase.nonce} has no answer.`)
    }
    const holder = async () => {
      const [row] = await rows('select holder from @settlement_leases')
      const pid = Number(String(row?.['holder']).split(':')[1])
      return instances.find((instance) => instance.pid === pid)
    }

    test('default: each instance gives the same quote', async () => {
      const quotes = await Promise.all(
        [nginx, ...instances].map(async ({ url }) => {
          const answer = await ask(url)
          const header = String(answer.headers.get('payment-required'))
          // Each 402 has its own secret.
          return [answer.status, secretPlace.write(header, blankSecret)]
        }),
      )
      expect(new Set(quotes.map((quote) => quote.join())).size).toBe(1)
      expect(readPaymentRequired(String(quotes[0]?.[1])).requirements.payTo).toBe(payTo)
    })

    test('default: an answer paid at any instance is returned by the others, byte for byte', async () => {
      for (const { url } of instances) {
        const purchase = await payer.sign()
        const first = await present(url, purchase)
        expect(first?.status).toBe(200)
        for (const other of [nginx, ...instances])
          expect(await present(other.url, purchase)).toEqual(first)
      }
    })

    test('behavior: one payment sent a hundred times at once moves once, and all get the same answer', async () => {
      const purchase = await payer.sign()
      const before = await devnet.balanceOf(payTo)
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, copy) =>
          untilAnswered(instances[copy % instances.length]!.url, purchase),
        ),
      )
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
      expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(1)
      expect(await devnet.balanceOf(payTo)).toBe(before + purchase.amount)
      expect(await state(purchase)).toBe('answered')
    })

    test('behavior: if the settling instance is killed under load, every payment is still answered', async () => {
      const purchases = await Promise.all(Array.from({ length: 60 }, () => payer.sign()))
      const killed = await holder()
      expect(killed).toBeDefined()
      let answered = 0
      const answers = Promise.all(
        purchases.map(async (purchase) => {
          const answer = await untilAnswered(nginx.url, purchase)
          answered += 1
          return answer
        }),
      )
      await expect.poll(() => answered, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0)
      await killed!.kill('SIGKILL')
      expect(answered).toBeLessThan(purchases.length)
      await answers

      instances = instances.filter((instance) => instance !== killed)
      expect(instances).toContain(await holder())
      for (const purchase of purchases) expect(await state(purchase)).toBe('answered')
      const [books] = await rows(
        `select sum(amount) as amount from @payments where state in ('answered', 'owed')`,
      )
      expect(await devnet.balanceOf(payTo)).toBe(BigInt(String(books?.['amount'])))
    }, 90_000)

    test('behavior: all instances share one rate limit, with and without Redis', async () => {
      const flood = async (address: string) => {
        const started = performance.now()
        const statuses: number[] = []
        const lane = async (lane: number) => {
          for (let each = 0; each < 60; each++) {
            const { url } = instances[(lane + each) % instances.length]!
            const answer = await ask(url, { 'x-forwarded-for': address })
            statuses.push(answer.status)
            expect(answer.headers.get('ratelimit-policy')).toBe(`"minute";q=${rateLimit};w=60`)
            if (answer.status === 429) expect(answer.headers.get('retry-after')).toBe('1')
            await answer.arrayBuffer()
          }
        }
        await Promise.all(Array.from({ length: 20 }, (_, each) => lane(each)))
        const seconds = (performance.now() - started) / 1_000
        const allowed = statuses.filter((status) => status === 402).length
        expect(statuses.length - allowed).toBe(statuses.filter((status) => status === 429).length)
        return { allowed, most: rateLimit + Math.ceil((seconds * rateLimit) / 60) + 3 }
      }
      const shared = await flood('192.0.2.1')
      expect(shared.allowed).toBeGreaterThanOrEqual(rateLimit)
      expect(shared.allowed).toBeLessThanOrEqual(shared.most)

      await redis.stop()
      const apart = await flood('192.0.2.2')
      expect(apart.allowed).toBeGreaterThan(0)
      expect(apart.allowed).toBeLessThanOrEqual(apart.most)
      expect((await untilAnswered(nginx.url, await payer.sign())).status).toBe(200)
      await redis.start()
    })
  },
)
