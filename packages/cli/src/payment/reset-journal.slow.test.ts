import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { payAndRetry } from './pay-and-retry.ts'
import { resetJournal } from './reset-journal.ts'
import { again402 } from './testing/hostile-modes.ts'
import { startPaidServer } from './testing/hostile-server.ts'
import { payerOptions, requestTo, scratchFolder, testPayer } from './testing/test-payer.ts'

/** More calls than a reset makes. */
const callsMax = 60

test('property: a reset killed before any change of a file forgets no payment that may still settle', async () => {
  for (let killedAt = 1; ; killedAt += 1) {
    expect(killedAt).toBeLessThan(callsMax)
    using folder = scratchFolder()
    const server = await startPaidServer({ paid: again402, rpc: 'absent' })
    const { payer } = testPayer(folder.path, server.url, { randomBytes })
    const doubt = { code: 'PAYMENT_OUTCOME_UNKNOWN' }
    await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject(doubt)
    // Its payment is in the write-ahead log, because this process has the journal open.
    payer.database().run('DELETE FROM clock')
    const script = join(import.meta.dirname, 'testing/reset-once.ts')
    const { signal, status, stderr } = spawnSync(process.execPath, [
      ...[script, folder.path, String(killedAt)],
    ])
    expect([0, null], String(stderr)).toContain(status)
    const isKilled = signal === 'SIGKILL'

    server.become({})
    const { payer: next, signatures } = testPayer(folder.path, server.url, { randomBytes })
    const pay = () => payAndRetry(requestTo(server.url), next)
    try {
      await pay()
    } catch (error) {
      expect([(error as FiqError).code, isKilled]).toEqual(['JOURNAL_UNAVAILABLE', true])
      await resetJournal(payerOptions(folder.path, server.url), {
        isSure: true,
        withoutChain: true,
      })
      expect((await pay()).resumed, `killed at ${killedAt}`).toBe(true)
    }
    expect(signatures).toEqual([])
    expect(next.database().row('SELECT sum(amount) AS sum FROM purchases')).toEqual({
      sum: 15_000n,
    })
    expect(new Set(server.headersSeen).size).toBe(1)
    for (const each of [payer, next]) each.close()
    await server.close()
    if (!isKilled) return expect(killedAt).toBeGreaterThan(8)
  }
}, 300_000)
