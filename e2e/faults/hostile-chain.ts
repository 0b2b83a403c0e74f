import { join } from 'node:path'
import type { Hex } from '@fiq/shared/payment/wire'
import { keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readConfig } from '../../packages/server/src/config.ts'
import type { LocalFacilitatorPorts } from '../../packages/server/src/payment/facilitator/local.ts'
import { noFaults } from '../../packages/server/src/payment/fault-points.ts'
import { startServer } from '../../packages/server/src/start-server.ts'
import { audit, type Books, type History } from './audit.ts'
import { openPayer, present } from './payer.ts'
import { between, randomFrom } from './random.ts'

type Request = LocalFacilitatorPorts['request']
type Hostility = (chain: Request) => Request

/** What a node may do to us, by name. Each is made anew for a run, and may remember. */
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
  'says that what succeeded was reverted': () =>
    onReceipt((receipt) => ({ ...receipt, status: '0x0', logs: [] })),
  'leaves the logs out of the receipt': () => onReceipt((receipt) => ({ ...receipt, logs: [] })),
  'never shows the receipt': () => onReceipt(() => null),
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
const purchasesMax = 12

/**
 * Payers pay while the node is hostile, twice each with the same bytes, then again when it has come
 * to its senses: then everybody is answered. Ends with the audit.
 */
export async function runHostileChain(
  folder: string,
  name: string,
  seed: number,
): Promise<HostileReport> {
  const random = randomFrom(seed)
  const hostility = hostilities[name]!()
  let isHostile = true
  const faults = {
    ...noFaults,
    facilitator: ({ request, ...rest }: LocalFacilitatorPorts): LocalFacilitatorPorts => {
      const hostile = hostility(request)
      return {
        ...rest,
        request: (asked) => (isHostile ? hostile(asked) : request(asked)),
        pause: async () => {},
        receiptLooksMax: looksMax,
      }
    },
  }
  const server = await startServer(
    readConfig({ port: '0', dataDir: join(folder, 'data'), logLevel: 'silent' }, {}),
    { log: { error() {} }, version: 'test', now: () => new Date(), environment: {}, faults },
  )
  const account = privateKeyToAccount(generatePrivateKey())
  await server.devnet?.faucet(account.address, 1_000_000_000n)
  const payer = openPayer(server.url, account)
  const histories: History[] = []
  for (let count = between(random, 2, purchasesMax); count > 0; count--)
    histories.push({ purchase: await payer.sign(), answers: [] })
  const everybody = () =>
    Promise.all(
      histories.map(async ({ purchase, answers }) => {
        answers.push(await present(server.url, purchase))
      }),
    )
  await everybody()
  await everybody()
  const statuses: Record<string, number> = {}
  for (const { answers } of histories) {
    const seen = answers.map((answer) => answer?.status ?? 'none').join(', then ')
    statuses[seen] = (statuses[seen] ?? 0) + 1
  }
  isHostile = false
  await everybody()
  const unanswered = histories.filter(({ answers }) => answers.at(-1)?.status !== 200)
  await server.close()
  const { books, violations } = await audit(join(folder, 'data'), histories)
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
