import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { readPaymentPayload } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startServer } from '../../packages/server/src/compose/start-server.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { type Devnet, openDevnet } from '../../packages/server/src/devnet/chain.ts'
import { answerJsonRpc } from '../../packages/server/src/devnet/json-rpc.ts'
import { type Faults, noFaults } from '../../packages/server/src/payments/fault-points.ts'
import { openLocalFacilitator } from '../../packages/server/src/settlement/settle/local.ts'
import { audit, statesIn } from './audit.ts'
import { type PartReport, unanswered } from './cut-connections.ts'
import {
  createPayer,
  type History,
  presentAll,
  presentAllTwice,
  presentUntilAnswered,
} from './payer.ts'

/** Response of the facilitator, and its effect on the payment. */
type Act = {
  response: ServerResponse
  payer: Hex
  /** Moves the money, and resolves to the transaction. */
  settle(): Promise<string>
}
type Hostility = {
  settle?(act: Act): unknown
  verify?(act: Pick<Act, 'response' | 'payer'>): unknown
  /** The hostile facilitator refuses the payment. No money moved, so the payment remains valid. */
  refuses?: true
  /** Calls without a response: the test uses a short timeout for them. */
  silentTo?: 'verify' | 'settle'
}

const impatientMs = 300
const shortSeconds = 60n
const purchasesAtOnce = 4
const nowhere = `0x${'9'.repeat(64)}`

/** Hostile behaviours of a remote facilitator, by name. */
export const hostileFacilitators: Readonly<Record<string, Hostility>> = {
  'accepts a payment and does not settle it': {
    settle: ({ response }) => json(response, { ...success(''), success: false, errorReason: 'no' }),
  },
  'reports a settlement that did not happen': {
    settle: ({ response }) => json(response, success(nowhere)),
  },
  'reports a settlement for another payer': {
    async settle({ response, settle }) {
      json(response, { ...success(await settle()), payer: `0x${'7'.repeat(40)}` })
    },
  },
  'reports a settlement for another amount': {
    settle: ({ response }) => json(response, { ...success(nowhere), amount: '1' }),
  },
  'settles, and names another transaction': {
    async settle({ response, settle }) {
      await settle()
      json(response, success(nowhere))
    },
  },
  'settles, and reports a failure': {
    async settle({ response, settle }) {
      await settle()
      json(response, { ...success(''), success: false, errorReason: 'insufficient_funds' })
    },
  },
  'never answers': { silentTo: 'settle', settle: () => {} },
  'answers 500': { settle: ({ response }) => response.writeHead(500).end('oops') },
  'settles late, when it was given up': {
    silentTo: 'settle',
    async settle({ response, settle }) {
      await once(response, 'close')
      json(response, success(await settle()))
    },
  },
  'answers with invalid JSON': {
    async settle({ response, settle }) {
      await settle()
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":')
    },
  },
  'refuses to verify what is good': {
    refuses: true,
    verify({ response, payer }) {
      json(response, { isValid: false, invalidReason: 'insufficient_funds', payer })
    },
  },
  'verifies for another payer': {
    refuses: true,
    verify: ({ response }) => json(response, { isValid: true, payer: `0x${'7'.repeat(40)}` }),
  },
  'never answers a verification': { silentTo: 'verify', verify: () => {} },
  'answers without end': {
    settle: ({ response }) => response.writeHead(200).end(`"${'x'.repeat(8_000_000)}"`),
  },
}

/**
 * Runs a server that settles through such a facilitator, and checks it with a node. Every payer
 * pays twice while it is hostile, and once more when it is honest.
 */
export async function runHostileFacilitator(folder: string, name: string): Promise<PartReport> {
  const hostility = hostileFacilitators[name]!
  const world = await openWorld(folder, hostility)
  const server = await serve(folder, world, { rpcUrl: world.nodeUrl }, hostility)
  const histories = await signed(server.url, world.devnet)
  const seen = await presentAllTwice(server.url, histories)
  const refused = hostility.refuses ? refusalsAmong(histories) : []
  await world.becomeHonest()
  await presentUntilAnswered(server.url, histories)
  await server.close()
  await world.close()
  const { violations } = await audit(folder, histories)
  return {
    purchases: histories.length,
    seen,
    violations: [...refused, ...violations, ...unanswered(histories)],
  }
}

/**
 * Runs a server without a node. Its facilitator settles but never responds. After the
 * authorizations expired, the facilitator is queried again and reads the chain: settled payments
 * become owed, and are answered after that.
 *
 * @returns The report, with the states in the record before any payer returned.
 */
export async function runLostAnswers(folder: string): Promise<PartReport & { states: string[] }> {
  const world = await openWorld(folder, { settle: ({ settle }) => settle() })
  const first = await serve(folder, world, {}, { silentTo: 'settle' })
  const histories = await signed(first.url, world.devnet, shortSeconds)
  const seen = await presentAllTwice(first.url, histories)
  await first.close()
  await world.becomeHonest()
  const lateSeconds = 180
  await world.devnet.request({ method: 'hardhat_mine', params: ['0x2', toHex(lateSeconds)] })
  const now = () => new Date(Date.now() + lateSeconds * 1_000)
  await (await serve(folder, world, {}, { now })).close()
  const states = [...(await statesIn(folder)).values()]
  const second = await serve(folder, world, {}, { now })
  await presentAll(second.url, histories)
  await second.close()
  await world.close()
  const { violations } = await audit(folder, histories)
  const found = [...violations, ...unanswered(histories)]
  return { purchases: histories.length, seen, violations: found, states }
}

async function serve(
  folder: string,
  { devnet, facilitatorUrl }: Awaited<ReturnType<typeof openWorld>>,
  flags: { rpcUrl?: string },
  { now = () => new Date(), silentTo }: Pick<Hostility, 'silentTo'> & { now?: () => Date },
) {
  const remote: Faults['remote'] = (ports) => ({
    ...ports,
    ...defined({
      verifyTimeoutMs: silentTo === 'verify' ? impatientMs : undefined,
      settleTimeoutMs: silentTo === 'settle' ? impatientMs : undefined,
    }),
    receiptLooksMax: 2,
    pause: async () => {},
  })
  // Payments are bound to the address, so it must survive a restart.
  const place = { port: '0', dataDir: folder, logLevel: 'silent', publicUrl: 'http://fiq.test' }
  const config = { ...place, ...flags, facilitator: facilitatorUrl, payTo: devnet.payTo }
  const ports = { log: { error() {} }, version: 'test', now, environment: {} }
  return startServer(readConfig(config, {}), { ...ports, faults: { ...noFaults, remote } })
}

async function signed(url: string, devnet: Devnet, lifeSeconds?: bigint): Promise<History[]> {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.faucet(account.address, 1_000_000_000n)
  const payer = createPayer(url, account)
  const histories: History[] = []
  for (let count = 0; count < purchasesAtOnce; count++)
    histories.push({ purchase: await payer.sign(lifeSeconds), answers: [] })
  return histories
}

/** Every payer was refused, which is final. Later answers do not count. */
function refusalsAmong(histories: readonly History[]): string[] {
  return histories.flatMap(({ purchase, answers }) =>
    answers
      .splice(0)
      .filter((answer) => answer?.status !== 402)
      .map((answer) => `${purchase.nonce} was not refused: ${answer?.status}`),
  )
}

/** Serves the chain over HTTP, and the facilitator beside it. */
async function openWorld(folder: string, hostility: Hostility) {
  const devnet = await openDevnet({ dataFile: join(folder, 'devnet.sqlite') })
  const honest = openLocalFacilitator({ request: devnet.request, signer: devnet.settler })
  let isHostile = true
  const acts: unknown[] = []
  const node = createServer(async (request, response) => {
    response.end(await answerJsonRpc(await textOf(request), devnet))
  })
  const facilitator = createServer(async (request, response) => {
    if (request.url === '/supported') return json(response, await honest.supported())
    const { paymentPayload } = JSON.parse(await textOf(request)) as { paymentPayload: unknown }
    const payment = readPaymentPayload(paymentPayload)
    if (typeof payment === 'string') return json(response, { error: payment })
    const payer = payment.authorization.from
    if (request.url === '/verify') {
      if (isHostile && hostility.verify) hostility.verify({ response, payer })
      else json(response, { isValid: true, payer })
      return
    }
    const settle = async () => {
      const settlement = await honest.settle(payment, { onBroadcast: () => {} })
      return settlement.outcome === 'settled' ? settlement.transaction : nowhere
    }
    if (isHostile && hostility.settle) acts.push(hostility.settle({ response, payer, settle }))
    else json(response, success(await settle()))
  })
  const servers = [node, facilitator]
  const urls: string[] = []
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  return {
    devnet,
    nodeUrl: urls[0]!,
    facilitatorUrl: urls[1]!,
    /** Resolves after the work of the hostile time has ended. */
    async becomeHonest() {
      isHostile = false
      await Promise.all(acts)
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await devnet.close()
    },
  }
}

async function textOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const success = (transaction: string) => ({ success: true, transaction, network: 'eip155:8453' })
