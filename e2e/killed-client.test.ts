import { type ChildProcess, spawn } from 'node:child_process'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOver,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { scratchFolder } from '../packages/cli/src/payment/testing/test-payer.ts'
import { fiqJson } from './testing/fiq.ts'
import { listening } from './testing/over-http.ts'
import { runningServer } from './testing/running-server.ts'

// The property of reported-and-settled.test.ts with real parts: the built client, killed with SIGKILL;
// a server that settles on the embedded chain; and a proxy between them that holds, forwards or
// loses requests. The time is real, so no run ends in permanent doubt.

/** Number of runs, more by FIQ_KILL_SEQUENCES. Another seed by FIQ_TEST_SEED. */
const sequences = Number(process.env['FIQ_KILL_SEQUENCES'] ?? 24)
const seed = Number(process.env['FIQ_TEST_SEED'] ?? Date.now() % 2 ** 31)
/**
 * Kills a run that waits for a silent server, or repeats its request, this long after its payment
 * arrived.
 */
const unansweredMs = 1_500

/** Treatment of a paid request: whether it reaches the settling server, and its response. */
type Paid = { settles: boolean; answer: 'its own' | '402' | 'a page' | 'a reset' | 'silence' }

/** One run of the command, its end, and the event before the next run. */
type Turn = {
  paid: Paid
  /** Kills it this long after its start, or after this many of its requests reached the proxy. */
  kill: { requests: number; ms: number } | undefined
  /** Whether all held payments are settled after the run. */
  settlesLater: boolean
}

const oneOf = fc.constantFrom
const turn: fc.Arbitrary<Turn> = fc.record({
  paid: fc.oneof(
    fc.constant<Paid>({ settles: true, answer: 'its own' }),
    fc.record<Paid>({
      settles: fc.boolean(),
      answer: oneOf<Paid['answer'][]>('402', 'a page', 'a reset', 'silence'),
    }),
  ),
  kill: fc.option(
    fc.oneof(
      fc.record({ requests: fc.constant(0), ms: fc.integer({ min: 0, max: 400 }) }),
      fc.record({ requests: fc.integer({ min: 1, max: 3 }), ms: fc.integer({ min: 0, max: 60 }) }),
    ),
    { nil: undefined },
  ),
  settlesLater: fc.boolean(),
})

const root = join(import.meta.dirname, '..')

test(
  `property: after kills anywhere, reported spending covers settled spending, and nothing is signed twice (seed ${seed})`,
  async () => {
    const server = await runningServer({ rateLimit: '1000000' })
    const between = await startBetween(server.url)
    let played = 0
    try {
      const property = fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 5 }),
        async (turns) => {
          await playUser(turns, server, between)
          played += 1
        },
      )
      await fc.assert(property, { seed, numRuns: sequences, endOnFailure: true })
      expect(played).toBe(sequences)
    } finally {
      between.close()
      await server.close()
    }
  },
  60_000 + sequences * 40_000,
)

type Server = Awaited<ReturnType<typeof runningServer>>
type Between = Awaited<ReturnType<typeof startBetween>>

async function playUser(turns: readonly Turn[], server: Server, between: Between): Promise<void> {
  using folder = scratchFolder()
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  const funds = 1_000_000n
  await server.devnet.faucet(address, funds)
  between.forget()
  const client = { url: between.url, home: folder.path }
  const settled = async () => Number(funds - (await server.devnet.balanceOf(address)))
  /**
   * The spent or at-risk amount that each run reported, in atomic units, by the end of the
   * purchase's identifier.
   */
  const told = new Map<string, number>()
  /** Nonces whose complete answer the user has received. */
  const delivered = new Set<string>()

  async function run({ paid, kill }: Pick<Turn, 'paid' | 'kill'>): Promise<number | null> {
    const before = new Set(between.nonces())
    between.become(paid)
    const { exit, out, err } = await runUntil(client, key, paid, kill, between)
    const nonces = between.nonces()
    // Before the end of this run, every earlier signed payment was delivered, because no run waits
    // for time to pass.
    for (const nonce of nonces.slice(0, -1))
      expect(delivered.has(nonce), 'signed again before the answer of the last').toBe(true)
    expect(between.headers().size).toBe(nonces.length)
    const isNew = nonces.some((nonce) => !before.has(nonce))
    const last = nonces.at(-1)
    if (isNew || (last !== undefined && !delivered.has(last))) {
      if (out.endsWith(']\n')) delivered.add(last!)
    }
    await note(err)
    await checkBudget()
    return exit
  }

  async function note(err: string): Promise<void> {
    const transaction = /cost +0\.015 USDC.* (0x[0-9a-f]{8})…/.exec(err)?.[1]
    if (transaction !== undefined) {
      const list = await fiqJson<{ id: string; transaction: string | null }[]>(
        client,
        ...['payments', 'list', '--json'],
      )
      told.set(list.find((one) => one.transaction?.startsWith(transaction))!.id, 15_000)
    }
    const report = err.split('\n').find((line) => line.startsWith('{"error"'))
    if (report === undefined) return
    const { funds, payment } = JSON.parse(report).error
    if (payment) told.set(payment.id, funds === 'untouched' ? 0 : Math.round(payment.amount * 1e6))
  }

  /** Checks that `fiq budget` covers the settled amount, even if processes were killed. */
  async function checkBudget(): Promise<void> {
    const moved = await settled()
    const rows = await fiqJson<{ window: string; spent: string }[]>(
      client,
      ...['budget', 'show', '--json'],
    )
    const day = rows.find(({ window }) => window === '24 hours')!
    expect(Math.round(Number(day.spent) * 1e6)).toBeGreaterThanOrEqual(moved)
  }

  for (const { settlesLater, ...one } of turns) {
    await run(one)
    if (settlesLater) await between.settleKept()
  }
  // A last run with an honest server reports everything.
  await between.settleKept()
  expect(await run({ paid: { settles: true, answer: 'its own' }, kill: undefined })).toBe(0)
  const sum = [...told.values()].reduce((all, amount) => all + amount, 0)
  expect(sum).toBeGreaterThanOrEqual(await settled())
}

type RunEnd = { exit: number | null; out: string; err: string }

/** Runs the built client, and kills it at the configured point. */
async function runUntil(
  { url, home }: { url: string; home: string },
  key: string,
  paid: Paid,
  kill: Turn['kill'],
  between: Between,
): Promise<RunEnd> {
  const rpc = ['--rpc-url', new URL('/devnet/rpc', url).href]
  const words = ['quote', 'AAPL', '--json', '--yes', '--allow-env-key', '--trust', url, ...rpc]
  const child = spawn(process.execPath, [join(root, 'packages/cli/dist/fiq.cjs'), ...words], {
    env: { PATH: process.env['PATH'], FIQ_URL: url, FIQ_HOME: home, FIQ_PRIVATE_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end: RunEnd = { exit: null, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (end.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (end.err += chunk))
  const over = new AbortController()
  if (paid.answer !== 'its own')
    between.afterPayment(() => killAfter(child, unansweredMs, over.signal))
  if (kill) between.afterRequests(kill.requests, () => killAfter(child, kill.ms, over.signal))
  end.exit = await new Promise<number | null>((resolve) => child.once('close', resolve))
  over.abort()
  between.afterRequests(0, () => {})
  between.afterPayment(undefined)
  return end
}

function killAfter(child: ChildProcess, ms: number, signal: AbortSignal): void {
  setTimeout(ms, undefined, { signal }).then(
    () => child.kill('SIGKILL'),
    () => {},
  )
}

/** A proxy between client and server that treats paid requests as configured. */
async function startBetween(origin: string) {
  let mode: Paid = { settles: true, answer: 'its own' }
  let waiting: { requests: number; then: () => void } | undefined
  let paymentArrived: (() => void) | undefined
  let headers: string[] = []
  let kept: Forwarded[] = []

  const proxy = await listening(async (request, response) => {
    if (waiting && --waiting.requests === 0) waiting.then()
    const forwarded = await readRequest(request).catch(() => undefined)
    if (!forwarded) return
    const header = request.headers['payment-signature']
    if (typeof header !== 'string') return answer(response, await forward(origin, forwarded))
    headers.push(header)
    paymentArrived?.()
    const own = mode
    if (!own.settles) kept.push(forwarded)
    const its = own.settles ? await forward(origin, forwarded) : undefined
    if (its && own.answer === 'its own') answer(response, its)
    else if (own.answer === 'a reset') response.destroy()
    else if (own.answer === '402') answer(response, { status: 402, headers: {}, body: refusal })
    else if (own.answer === 'a page') answer(response, { status: 200, headers: {}, body: '<p>' })
  })
  return {
    ...proxy,
    become(next: Paid) {
      mode = next
    },
    /** Nonces of the received payments, in order. */
    nonces: () => [
      ...new Set(headers.map((header) => readPaymentSignature(header).authorization.nonce)),
    ],
    headers: () => new Set(headers),
    afterRequests(requests: number, then: () => void) {
      waiting = requests === 0 ? undefined : { requests, then }
      if (requests === 0) then()
    },
    afterPayment(then: (() => void) | undefined) {
      paymentArrived = then
    },
    async settleKept(): Promise<void> {
      for (const one of kept.splice(0)) await forward(origin, one)
    },
    forget() {
      headers = []
      kept = []
    },
  }
}

const refusal = '{"errors":[{"message":"no","extensions":{"code":"PAYMENT_INVALID"}}]}'

type Forwarded = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Answered = { status: number; headers: IncomingHttpHeaders; body: string }

async function readRequest(request: IncomingMessage): Promise<Forwarded> {
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: await textOf(request) }
}

/** Keeps the Host header, because the quote names the requested address. */
function forward(origin: string, { method, path, headers, body }: Forwarded): Promise<Answered> {
  return new Promise((resolve, reject) => {
    requestOver(new URL(path, origin), { method, headers }, async (answer) => {
      const { statusCode: status = 0, headers } = answer
      resolve({ status, headers, body: await textOf(answer) })
    })
      .on('error', reject)
      .end(body)
  })
}

function answer(response: ServerResponse, { status, headers, body }: Answered): void {
  response.writeHead(status, headers).end(body)
}
