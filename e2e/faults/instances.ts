import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDevnet } from '../../packages/server/src/devnet/chain.ts'
import { openPostgresDatabase } from '../../packages/server/src/storage/database/postgres-database.ts'
import { createTestSchema } from '../../packages/server/src/storage/database/testing/postgres.ts'
import { nodeOver } from '../testing/over-http.ts'
import { audit } from './audit.ts'
import { type PartReport, unanswered } from './cut-connections.ts'
import { drawnRequests } from './drawn-requests.ts'
import { recordHistory } from './history.ts'
import { createPayer, type History, present } from './payer.ts'
import { between, randomFrom } from './random.ts'
import { startProcess } from './server-process.ts'

/** A repeated disturbance of the instances during payments. */
export type Disturbance = {
  /** The shared PostgreSQL. */
  database: string
  /** `undefined` for a run without a disturbance. */
  strike?: (restart: RestartInstance) => unknown
}
/** Kills an instance and starts it again. */
type RestartInstance = (index: number) => Promise<void>

const triesMax = 60
const strikeAfterMs = 150
const names = ['a', 'b', 'c'] as const

/**
 * Runs three instances over one PostgreSQL and one chain. Every payment is sent to them many times
 * at once, each copy until it is answered, while the database or an instance disappears.
 *
 * @param copies - Number of concurrent requests with each payment.
 */
export async function runInstances(
  folder: string,
  { database, strike }: Disturbance,
  plan: { rounds: number; purchases: number; copies: number; settlement: 'sync' | 'async' },
  seed: number,
): Promise<PartReport> {
  const random = randomFrom(seed)
  const schema = await createTestSchema(database)
  const devnet = await openDevnet({ dataFile: join(folder, 'devnet.sqlite') })
  const node = await nodeOver(devnet)
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.faucet(account.address, 1_000_000_000n)
  const flags = await flagsOf(folder, devnet, { database: schema.url, rpc: node.url })
  const begin = (index: number, port = 0) =>
    startProcess({
      folder: join(folder, names[index]!),
      port,
      flags: [...flags, '--settlement', plan.settlement],
    })
  // The first instance creates the tables.
  const instances = [await begin(0)]
  const shared = await openPostgresDatabase(schema.url, () => {})
  await recordHistory(shared, 'postgres')
  instances.push(...(await Promise.all([begin(1), begin(2)])))
  const urls = instances.map(({ url }) => url)
  const restart: RestartInstance = async (index) => {
    await instances[index]!.kill('SIGKILL')
    instances[index] = await begin(index, Number(new URL(urls[index]!).port))
  }
  const payer = createPayer(urls[0]!, account, await drawnRequests(seed))
  const histories: History[] = []
  const seen: Record<string, number> = {}

  for (let round = 0; round < plan.rounds; round++) {
    const bought: History[] = []
    for (let count = 0; count < plan.purchases; count++)
      bought.push({ purchase: await payer.sign(), answers: [] })
    histories.push(...bought)
    const paying = Promise.all(
      bought.flatMap(({ purchase, answers }) =>
        Array.from({ length: plan.copies }, async (_, copy) => {
          for (let tries = 0; tries < triesMax; tries++) {
            const answer = await present(urls[(copy + tries) % urls.length]!, purchase)
            answers.push(answer)
            const word = answer ? `${answer.status} ${answer.code ?? ''}`.trim() : 'no answer'
            seen[word] = (seen[word] ?? 0) + 1
            if (answer?.status === 200) return
            await setTimeout(500)
          }
        }),
      ),
    )
    if (strike) await setTimeout(between(random, 0, strikeAfterMs))
    await strike?.(restart)
    await paying
  }

  // After everything, each instance gives the same answer.
  for (const { purchase, answers } of histories)
    for (const url of urls) answers.push(await present(url, purchase))
  for (const instance of instances) await instance.kill('SIGTERM')
  node.close()
  await devnet.close()
  const audited = { database: shared, isRecorded: true }
  const { violations } = await audit(folder, histories, audited)
  await schema.drop()
  return {
    purchases: histories.length,
    seen,
    violations: [...violations, ...unanswered(histories)],
  }
}

/** Flags for a settler with money for gas, and for the shared chain and record. */
async function flagsOf(
  folder: string,
  devnet: Awaited<ReturnType<typeof openDevnet>>,
  urls: { database: string; rpc: string },
): Promise<string[]> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await devnet.request({ method: 'hardhat_setBalance', params: [address, '0x56bc75e2d63100000'] })
  const keyFile = join(folder, 'settler')
  writeFileSync(keyFile, key, { mode: 0o600 })
  return [
    ...['--database', urls.database, '--facilitator', 'local', '--rpc-url', urls.rpc],
    ...['--settler-key-file', keyFile, '--pay-to', devnet.payTo],
    ...['--public-url', 'http://fiq.example'],
  ]
}
