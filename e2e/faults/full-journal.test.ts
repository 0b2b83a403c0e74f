import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../packages/cli/src/payment/journal/open-database.ts'
import { payAndRetry } from '../../packages/cli/src/payment/pay-and-retry.ts'
import { startPaidServer } from '../../packages/cli/src/payment/testing/hostile-server.ts'
import {
  requestTo,
  scratchFolder,
  testPayer,
} from '../../packages/cli/src/payment/testing/test-payer.ts'
import { canMount, mount, unmount } from './full-disk.ts'

test.skipIf(!canMount())(
  'error: a disk that is full at the signature leaves the money untouched, also after a crash',
  async () => {
    using folder = scratchFolder()
    const disk = join(folder.path, 'disk')
    mkdirSync(disk)
    expect(mount(disk, 'size=2m')).toBe(true)
    const server = await startPaidServer()
    const opened: { close(): void }[] = []
    try {
      const { payer } = testPayer(disk, server.url, {
        step(name) {
          const { bavail, bsize } = statfsSync(disk)
          if (name === 'signature made')
            writeFileSync(join(disk, 'fill'), Buffer.alloc(bavail * bsize))
        },
      })
      opened.push(payer)
      await expect(payAndRetry(requestTo(server.url), payer)).rejects.toMatchObject({
        code: 'JOURNAL_UNAVAILABLE',
        funds: 'untouched',
        payment: { state: 'reserved' },
      })
      expect(server.payments).toEqual([])
      // The files as a crash would leave them.
      const crashed = join(folder.path, 'crashed')
      cpSync(disk, crashed, { recursive: true, filter: (path) => !path.endsWith('-shm') })
      const recovered = openDatabase(crashed)
      expect(recovered.rows('SELECT state, signed FROM purchases')).toEqual([
        { state: 'reserved', signed: null },
      ])
      recovered.close()
      rmSync(join(disk, 'fill'))
      const { payer: next, signatures } = testPayer(disk, server.url, {
        randomBytes,
        processes: { pid: 2, isAlive: () => false, uptime: () => 0 },
      })
      opened.push(next)
      expect(await payAndRetry(requestTo(server.url), next)).toMatchObject({ resumed: false })
      expect([signatures.length, next.budget.standing().day]).toEqual([1, 15_000n])
    } finally {
      for (const each of opened) each.close()
      await server.close()
      unmount(disk)
    }
  },
)
