import { join } from 'node:path'
import type { Hex } from '@fiq/shared/payment/wire'
import { keccak256, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startServer } from '../../packages/server/src/compose/start-server.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { noFaults } from '../../packages/server/src/payments/fault-points.ts'
import type { LocalFacilitatorPorts } from '../../packages/server/src/settlement/settle/local.ts'
import { audit, type Books } from './audit.ts'
import { drawnRequests } from './drawn-requests.ts'
import { createPayer, type History, presentAll, presentAllTwice, validSeconds } from './payer.ts'
import { between, randomFrom } from './random.ts'

type Request = LocalFacilitatorPorts['request']
type Hostility = (chain: Request) => Request

/** Hostile behaviours of a node, by name. Each run creates its own, because they may have state. */
export const hostilities: Readonly<Record<string, () => Hostility>> = {
  'does not answer': () => () => async () => {
    throw new Error('timed out')
  },
  'takes the transaction and its answer is lost': () =>
    onSend(async (send) => {
      await send()
      throw new Error('timed out')
    }),
  'loses the transaction and does not answer': () =>
    onSend(async () => {
      throw new Error('timed out')
    }),
  'acknowledges the transaction and drops it': () => onSend(async (_, hash) => hash),
  'delivers the transaction twice': () =>
    onSend(async (send) => {
      const hash = await send()
      await send().catch(() => undefined)
      return hash
    }),
  'mines the transaction late, when it was given up': () => (chain) => {
    const late: (() => Promise<unknown>)[] = []
    let looks = 0
    return async (request) => {
      if (request.method === 'eth_sendRawTransaction') {
        late.push(() => chain(request))
        return hashOf(request)
      }
      if (request.method === 'eth_getTransactionReceipt' && late.length > 0) {
        looks += 1
        if (looks <= looksMax) return null
      }
      for (const send of late.splice(0)) await send()
      looks = 0
      return chain(request)
    }
  },
  'reports a success as reverted': () =>
    onReceipt((receipt) => ({ ...receipt, status: '0x0', logs: [] })),
  'leaves the logs out of the receipt': () => onReceipt((receipt) => ({ ...receipt, logs: [] })),
  'never shows the receipt': () => onReceipt(() => null),
  'is a replica some blocks behind': () => replica,
  'refuses the transaction that it has taken': () =>
    onSend(async (send) => {
      await send()
      throw Object.assign(new Error('transaction underpriced'), { code: -32000 })
    }),
}

export type HostileReport = {
  statuses: Record<string, number>
  purchases: number
  books: Books
  violations: string[]
}

const looksMax = 2
const blocksBehind = 3
/** The server accepts at least six seconds. */
const shortSeconds = 8n
const muchLaterMs = 120_000
const purchasesMax = 12

/**
 * Payers pay while the node is hostile, twice each with the same bytes, and again after it
 * recovered. The last attempt must be answered. Ends with the audit.
 *
 * @param options.shortLived - The authorizations have expired when the node recovers: payers
 * without a settled payment are refused, all others are answered.
 */
export async function runHostileChain(
  folder: string,
  name: string,
  seed: number,
  { shortLived = false } = {},
): Promise<HostileReport> {
  const random = randomFrom(seed)
  const hostility = hostilities[name]!()
  let isHostile = true
  let lateMs = 0
  const faults = {
    ...noFaults,
    // As for every node but the embedded one, the time comes from the blocks of the node.
    facilitator: ({ request, seconds: _, ...rest }: LocalFacilitatorPorts) => {
      const hostile = hostility(request)
      return {
        ...rest,
        request: (asked: Parameters<Request>[0]) => (isHostile ? hostile : request)(asked),
        pause: async () => {},
        receiptLooksMax: looksMax,
      }
    },
  }
  const now = () => new Date(Date.now() + lateMs)
  const server = await startServer(
    readConfig({ port: '0', dataDir: join(folder, 'data'), logLevel: 'silent' }, {}),
    { log: { error() {} }, version: 'test', now, environment: {}, faults },
  )
  const account = privateKeyToAccount(generatePrivateKey())
  await server.devnet?.faucet(account.address, 1_000_000_000n)
  const mine = (blocks: number, apart: number) =>
    server.devnet?.request({ method: 'hardhat_mine', params: [toHex(blocks), toHex(apart)] })
  await mine(blocksBehind, 1)
  const payer = createPayer(server.url, account, await drawnRequests(seed))
  const histories: History[] = []
  for (let count = between(random, 2, purchasesMax); count > 0; count--)
    histories.push({
      purchase: await payer.sign(shortLived ? shortSeconds : validSeconds),
      answers: [],
    })
  const statuses = await presentAllTwice(server.url, histories)
  if (shortLived) {
    lateMs = muchLaterMs
    await mine(2, muchLaterMs / 1_000)
    // Only blocks of this depth prove that an authorization has expired.
    await mine(32 + blocksBehind, 2)
  }
  isHostile = false
  await presentAll(server.url, histories)
  const ends = shortLived ? [200, 402] : [200]
  const unanswered = histories.filter(({ answers }) => !ends.includes(answers.at(-1)?.status ?? 0))
  await server.close()
  const { books, violations } = await audit(join(folder, 'data'), histories, {
    mayExpire: shortLived,
  })
  return {
    statuses,
    purchases: histories.length,
    books,
    violations: [
      ...violations,
      ...unanswered.map(({ purchase, answers }) => `${purchase.nonce}: ${answers.at(-1)?.code}`),
    ],
  }
}

/** Accepts transactions immediately, but does not show the newest blocks. */
const replica: Hostility = (chain) => async (request) => {
  const { method, params = [] } = request
  const newest = Number(await chain({ method: 'eth_blockNumber' })) - blocksBehind
  if (method === 'eth_blockNumber') return toHex(newest)
  const isShown = ({ blockNumber }: { blockNumber: Hex }) => Number(blockNumber) <= newest
  const answer = await chain({
    method,
    params: params.map((each) => (each === 'latest' || each === 'pending' ? toHex(newest) : each)),
  })
  if (method === 'eth_getLogs') return (answer as { blockNumber: Hex }[]).filter(isShown)
  if (method !== 'eth_getTransactionReceipt' || answer === null) return answer
  return isShown(answer as { blockNumber: Hex }) ? answer : null
}

function onSend(send: (send: () => Promise<unknown>, hash: Hex) => Promise<unknown>): Hostility {
  return (chain) => async (request) =>
    request.method === 'eth_sendRawTransaction'
      ? send(() => chain(request), hashOf(request))
      : chain(request)
}

function onReceipt(change: (receipt: Record<string, unknown>) => unknown): Hostility {
  return (chain) => async (request) => {
    const answer = await chain(request)
    const isReceipt = request.method === 'eth_getTransactionReceipt' && answer !== null
    return isReceipt ? change(answer as Record<string, unknown>) : answer
  }
}

function hashOf({ params = [] }: { params?: readonly unknown[] }): Hex {
  return keccak256(params[0] as Hex)
}
