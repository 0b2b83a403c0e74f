import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentStep } from './delivery/ports.ts'
import { databaseName } from './journal/open-database.ts'
import { startPaidServer } from './testing/hostile-server.ts'
import type { Orders } from './testing/pay-once.ts'
import { scratchFolder, testPayer } from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('a process killed with SIGKILL', () => {
  test.each<[PaymentStep, { signatures: number; resumed: boolean }]>([
    ['reserved', { signatures: 1, resumed: false }],
    // The first signature was lost with its process. The second signs the same authorization.
    ['signature made', { signatures: 2, resumed: false }],
    ['signature journaled', { signatures: 1, resumed: true }],
    ['sent', { signatures: 1, resumed: true }],
    ['answer received', { signatures: 1, resumed: true }],
    ['answer journaled', { signatures: 1, resumed: true }],
  ])(
    'behavior: after a kill at "%s", the next run gets the answer with one payment',
    async (dieAt, expected) => {
      const { server, folder } = await scene()
      const orders = { folder, url: server.url.href, tickers: ['AAPL'] }
      const killed = await runChild({ ...orders, dieAt })
      expect(killed).toMatchObject({ signal: 'SIGKILL', answer: undefined })
      const { answer } = await runChild(orders)
      expect(answer).toEqual({
        status: 200,
        body: '{"data":{"quotes":[]}}',
        resumed: expected.resumed,
        paid: '15000',
      })
      expect(server.settled.size).toBe(1)
      expect(new Set(server.headersSeen).size).toBe(1)
      expect(readFileSync(join(folder, 'signatures.log'), 'utf8')).toHaveLength(expected.signatures)
      expect(spentIn(folder, server.url)).toBe(15_000n)
    },
  )
})

describe('several processes', () => {
  test('behavior: eight concurrent processes never exceed one cap', async () => {
    const { server, folder } = await scene()
    const ends = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        runChild({ folder, url: server.url.href, tickers: [`T${index}`], perDay: '50000' }),
      ),
    )
    const paid = ends.filter(({ answer }) => answer?.['status'] === 200)
    const refused = ends.filter(({ answer }) => answer?.['code'] === 'OVER_BUDGET')
    expect([paid.length, refused.length]).toEqual([3, 5])
    expect(server.settled.size).toBe(3)
    expect(spentIn(folder, server.url)).toBe(45_000n)
  })

  test('behavior: four with the same request pay once', async () => {
    const { server, folder } = await scene()
    const ends = await Promise.all(
      Array.from({ length: 4 }, () =>
        runChild({ folder, url: server.url.href, tickers: ['AAPL'] }),
      ),
    )
    expect(ends.map(({ answer }) => answer?.['status'])).toEqual([200, 200, 200, 200])
    expect(server.settled.size).toBe(1)
    expect(spentIn(folder, server.url)).toBe(15_000n)
  })
})

describe('a journal that cannot be written', () => {
  test('error: a full disk stops the payment before anything is signed or sent', async () => {
    const { server, folder } = await scene()
    // The database exists and is complete; from now on no file of this process may grow.
    await runChild({ folder, url: server.url.href, tickers: ['FIRST'] })
    const sent = server.payments.length
    const { answer } = await runChild(
      {
        folder,
        url: server.url.href,
        tickers: Array.from({ length: 3 }, () => 'X'.repeat(30_000)),
      },
      smallDisk(folder),
    )
    expect(answer).toEqual({ code: 'JOURNAL_UNAVAILABLE' })
    expect(server.payments).toHaveLength(sent)
    expect(spentIn(folder, server.url)).toBe(15_000n)
  })

  test('error: a disk that is full from the start', async () => {
    const { server, folder } = await scene()
    const { answer } = await runChild({ folder, url: server.url.href, tickers: ['A'] }, 0)
    expect(answer).toEqual({ code: 'JOURNAL_UNAVAILABLE' })
    expect(server.payments).toEqual([])
  })

  test('error: a damaged file', async () => {
    const { server, folder } = await scene()
    writeFileSync(join(folder, databaseName), 'SQLite format 3\0 and then something else entirely')
    const { answer } = await runChild({ folder, url: server.url.href, tickers: ['A'] })
    expect(answer).toEqual({ code: 'JOURNAL_UNAVAILABLE' })
    expect(server.payments).toEqual([])
    expect(existsSync(join(folder, 'signatures.log'))).toBe(false)
  })
})

/** Blocks of 512 bytes that hold the present files, with little reserve. */
function smallDisk(folder: string): number {
  const files = [databaseName, `${databaseName}-wal`].map((name) => join(folder, name))
  const sizes = files.map((file) => (existsSync(file) ? statSync(file).size : 0))
  return Math.ceil((Math.max(...sizes, 32_768) + 8_192) / 512)
}

/** Runs `pay-once.ts` to its end, with files of at most this many blocks of 512 bytes. */
async function runChild(orders: Orders, blocksMax?: number) {
  const script = join(import.meta.dirname, 'testing', 'pay-once.ts')
  const words = [process.execPath, script, JSON.stringify(orders)]
  const child =
    blocksMax === undefined
      ? spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
      : spawn('sh', ['-c', `trap '' XFSZ; ulimit -f ${blocksMax}; exec "$@"`, 'sh', ...words], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const signal = await new Promise<string | null>((resolve) =>
    child.on('close', (_, signal) => resolve(signal)),
  )
  const answer = output === '' ? undefined : (JSON.parse(output) as Record<string, unknown>)
  return { signal, answer }
}

function spentIn(folder: string, url: URL): bigint {
  const { payer } = testPayer(folder, url)
  const { day } = payer.budget.standing()
  payer.close()
  return day
}

async function scene() {
  const folder = scratchFolder()
  const server = await startPaidServer()
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
  )
  return { server, folder: folder.path }
}
