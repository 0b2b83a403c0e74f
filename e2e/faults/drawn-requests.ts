import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { randomDocument } from '../../packages/server/src/execution/executor/testing/random-document.ts'
import { seeded } from '../../packages/server/src/execution/executor/testing/seeded.ts'
import { fund } from './fund.ts'
import { createPayer, type GraphqlRequest, present, validSeconds } from './payer.ts'
import { startProcess } from './server-process.ts'

/** Values that some field accepts: random text would never match a ticker. */
const words = ['AAPL', 'MSFT', 'NVDA', '^GSPC', 'BTC-USD', 'USA', 'DEU', 'CPIAUCSL', 'apple']
const requestsMin = 4
/** Atomic units. Small enough for several payments below the exposure limit of a new payer. */
const amountMax = 60_000n
const drawsMax = 50_000
const contract = { schema: buildSchema(schemaText), tariff }

const drawn = new Map<number, Promise<readonly GraphqlRequest[]>>()

/**
 * Draws requests as the fuzz test of the executor does, each at another price. Keeps those that a
 * server without faults sells and answers completely. Caches the requests of each seed.
 */
export function drawnRequests(seed: number): Promise<readonly GraphqlRequest[]> {
  const known = drawn.get(seed) ?? draw(seed)
  drawn.set(seed, known)
  return known
}

async function draw(seed: number): Promise<readonly GraphqlRequest[]> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'fiq-drawn-'))
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(folder, account.address)
  const server = await startProcess({ folder })
  const payer = createPayer(server.url, account)
  const byPrice = new Map<bigint, GraphqlRequest>()
  for (let draws = 0; byPrice.size < requestsMin && draws < drawsMax; draws += 1) {
    const { query, variables } = randomDocument(contract.schema, random, words)
    const amount = amountOf({ query, variables })
    if (amount === 0n || amount > amountMax || byPrice.has(amount)) continue
    const request = { query, variables }
    const purchase = await payer.sign(validSeconds, request).catch(() => undefined)
    const answer = purchase && (await present(server.url, purchase))
    if (answer?.status === 200 && !('errors' in JSON.parse(answer.body)))
      byPrice.set(amount, request)
  }
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  if (byPrice.size < requestsMin) throw new Error(`Seed ${seed} draws too few requests.`)
  return [...byPrice.values()]
}

/** 0 for a query that is not sold. */
function amountOf({ query, variables = {} }: GraphqlRequest): bigint {
  try {
    return priceRequest(contract, prepareOperation(contract, query), variables).price.amount
  } catch {
    return 0n
  }
}
