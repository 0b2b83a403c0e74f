import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { openPaymentRecord } from './open-payment-record.ts'
import { claimOf, keyOf } from './testing/payments.ts'

const program = join(import.meta.dirname, 'testing/claim-until-killed.ts')

test.each([1, 40, 700, 5_000])(
  'behavior: a process killed after %i acknowledgements loses none of them',
  async (enough) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-crash-'))
    const path = join(folder, 'ledger.sqlite')
    const acknowledged = await killedAfter(path, enough)
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough)

    const database = openSqliteDatabase(path)
    const record = openPaymentRecord(database)
    const kept = new Set((await record.unfinished()).map(({ nonce }) => nonce))
    expect(acknowledged.filter((n) => !kept.has(keyOf(n).nonce))).toEqual([])
    expect(await database.scan('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(await record.claim(claimOf(keyOf(acknowledged[0]!)))).toBe(false)
    expect(await record.claim(claimOf(keyOf(10_000_000)))).toBe(true)
    await record.close()
    rmSync(folder, { recursive: true })
  },
)

/** Every acknowledgement that the process sent before it was killed. */
async function killedAfter(path: string, enough: number): Promise<number[]> {
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    text += chunk
    if (text.split('\n').length > enough) child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.on('close', (_, name) => resolve(name)))
  expect(signal).toBe('SIGKILL')
  return text.split('\n').slice(0, -1).map(Number)
}
