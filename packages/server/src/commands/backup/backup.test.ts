import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postgres } from '../../storage/database/testing/postgres.ts'
import { openStore } from '../../storage/open-store.ts'
import { claimOf, createdAt, keyOf } from '../../storage/payments/testing/payments.ts'
import { runBackup, runRestore } from './backup.ts'

const ports = { path: process.env['PATH'], nowMs: () => createdAt }
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-backup-'))
  file = join(folder, 'backup')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const placeIn = (name: string) => {
  return { database: undefined, dataDir: join(folder, name) }
}
const open = (place: { database: string | undefined; dataDir: string }) =>
  openStore(place, () => {})
const found = async (place: { database: string | undefined; dataDir: string }) => {
  const { record } = await open(place)
  const [one, two] = [await record.find(keyOf(1)), await record.find(keyOf(2))]
  await record.close()
  return [one?.state, two?.state]
}

describe('SQLite', () => {
  /** A record with one payment, opened as by a running server. */
  async function running() {
    await runRestore(await emptyBackup(), placeIn('data'), {}, ports)
    const { record } = await open(placeIn('data'))
    await record.claim(claimOf(keyOf(1)))
    return record
  }
  async function emptyBackup() {
    const fresh = join(folder, 'empty')
    if (existsSync(fresh)) return fresh
    const place = { database: undefined, dataDir: mkdtempSync(join(folder, 'fresh-')) }
    await (await open(place)).record.close()
    await runBackup(fresh, place, ports)
    return fresh
  }

  test('default: restores a copy that was made beside a writing server into an empty folder', async () => {
    const record = await running()
    const writing = Promise.all(
      Array.from({ length: 400 }, (_, n) => record.claim(claimOf(keyOf(n + 100)))),
    )
    const { json } = await runBackup(file, placeIn('data'), ports)
    await writing
    await record.close()
    expect(json).toMatchObject({ file, newest: new Date(createdAt).toISOString() })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const put = await runRestore(file, placeIn('other'), {}, ports)
    expect(put.json).toEqual({ ...(json as object), kept: null })
    expect(await found(placeIn('other'))).toEqual(['claimed', undefined])
  })

  test('error: refuses to replace a record in use or a newer one; on request, keeps the old one beside', async () => {
    const record = await running()
    await runBackup(file, placeIn('data'), ports)
    await expect(runRestore(file, placeIn('data'), {}, ports)).rejects.toThrow('is in use')
    await record.claim({ ...claimOf(keyOf(2)), createdAt: createdAt + 1 })
    await record.close()
    await expect(runRestore(file, placeIn('data'), {}, ports)).rejects.toMatchObject({
      message: expect.stringContaining('newer than the backup'),
      facts: [expect.stringContaining('2 payments'), expect.stringContaining('1 payments')],
    })
    expect(await found(placeIn('data'))).toEqual(['claimed', 'claimed'])
    const { json } = await runRestore(file, placeIn('data'), { overNewer: true }, ports)
    expect(await found(placeIn('data'))).toEqual(['claimed', undefined])
    expect(json).toMatchObject({ kept: expect.stringContaining('.before-20231114T221320Z') })
    expect(existsSync((json as { kept: string }).kept)).toBe(true)
  })

  test('error: overwrites nothing, and restores no file that is not a record', async () => {
    const empty = await emptyBackup()
    await expect(runBackup(empty, placeIn('data'), ports)).rejects.toThrow('no payment record')
    const record = await running()
    await record.close()
    await expect(runBackup(empty, placeIn('data'), ports)).rejects.toThrow('exists already')
    writeFileSync(file, 'not a database, though long enough to be taken for one'.repeat(100))
    await expect(runRestore(file, placeIn('data'), {}, ports)).rejects.toThrow(
      'not a complete backup',
    )
    expect(await found(placeIn('data'))).toEqual(['claimed', undefined])
  })
})

describe.skipIf(!postgres)('PostgreSQL', () => {
  const names = ['from', 'to'].map((end) => `fiq_${end}_${randomBytes(4).toString('hex')}`)
  const [from, to] = names.map((name) => {
    const url = new URL(postgres ?? 'postgres://none')
    url.pathname = name
    return { database: url.href, dataDir: '' }
  })
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres! })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  beforeEach(async () => {
    for (const name of names) await query(`create database ${name}`)
  })
  afterEach(async () => {
    for (const name of names) await query(`drop database ${name} with (force)`)
  })

  test('default: dumps beside a server, restores into an empty database, and over a full one on request', async () => {
    const { record } = await open(from!)
    await record.claim(claimOf(keyOf(1)))
    await runBackup(file, from!, ports)
    await record.claim(claimOf(keyOf(2)))
    await runRestore(file, to!, {}, ports)
    expect(await found(to!)).toEqual(['claimed', undefined])
    await record.close()
    await expect(runRestore(file, from!, {}, ports)).rejects.toThrow('holds 2 payments')
    await runRestore(file, from!, { overNewer: true }, ports)
    expect(await found(from!)).toEqual(['claimed', undefined])
  })

  test('error: without the programs of PostgreSQL, reports what to install', async () => {
    await expect(runBackup(file, from!, { ...ports, path: folder })).rejects.toMatchObject({
      message: 'pg_dump cannot be run (ENOENT).',
      remedy: expect.stringContaining('postgresql-client'),
    })
  })
})
