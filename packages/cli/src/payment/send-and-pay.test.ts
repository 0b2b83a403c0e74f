import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { databaseName } from './journal/open-database.ts'
import { createSendAndPay } from './send-and-pay.ts'
import { type Mode, send, startPaidServer } from './testing/hostile-server.ts'
import { payerOptions, requestTo, scratchFolder } from './testing/test-payer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('createSendAndPay', () => {
  test('default: asks once and pays once, with one journal for the process', async () => {
    const { ask, server } = await scene()
    const first = await ask(requestTo(server.url, ['A']))
    first.delivered()
    expect(first).toMatchObject({ status: 200, paid: 15_000n })
    expect(await ask(requestTo(server.url, ['B', 'C']))).toMatchObject({ paid: 30_000n })
    expect(server.unpaidCount()).toBe(2)
    expect(server.payments).toHaveLength(2)
  })

  test('behavior: a free answer creates no file', async () => {
    const { ask, server, folder } = await scene({ unpaid: (r) => void send(r, 200, '{}') })
    expect(await ask(requestTo(server.url))).toMatchObject({ status: 200, paid: 0n })
    expect(existsSync(join(folder, databaseName))).toBe(false)
  })

  test('error: reports a closed port as unreachable', async () => {
    const { ask, server } = await scene()
    await server.close()
    await expect(ask(requestTo(server.url))).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      funds: 'untouched',
    })
  })
})

async function scene(mode: Mode = {}) {
  const folder = scratchFolder()
  const server = await startPaidServer(mode)
  cleanups.push(
    () => folder[Symbol.dispose](),
    () => server.close(),
  )
  const options = payerOptions(folder.path, server.url)
  return { ask: createSendAndPay(options), server, folder: folder.path, options }
}
