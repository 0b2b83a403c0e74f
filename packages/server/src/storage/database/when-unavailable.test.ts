import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgresDatabase, postgresLimits } from './postgres-database.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { createTestSchema, postgres } from './testing/postgres.ts'
import { openRelay } from './testing/relay.ts'
import { whenUnavailable } from './when-unavailable.ts'

const insert = 'insert into sign_in_nonces (nonce, expires_at) values (?, ?)'
const nonce = (text: string) => ({ sql: insert, values: [text, 1] })
const unavailable = { code: 'STORE_UNAVAILABLE', status: 503, facts: [] }

describe('SQLite', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-unavailable-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('error: locked by another process, then released', async () => {
    const path = join(folder, 'ledger.sqlite')
    const database = whenUnavailable(openSqliteDatabase(path, { lockWaitMs: 1 }))
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    await expect(database.write(nonce('a'))).rejects.toMatchObject(unavailable)
    expect(await database.read('select * from sign_in_nonces')).toEqual([])
    other.exec('rollback')
    other.close()
    expect(await database.write(nonce('a'))).toMatchObject({ applied: true })
    await database.close()
  })

  test('error: full', async () => {
    const path = join(folder, 'ledger.sqlite')
    const database = whenUnavailable(openSqliteDatabase(path, { lockWaitMs: 1, pagesMax: 100 }))
    await expect(database.write(nonce('x'.repeat(400_000)))).rejects.toMatchObject(unavailable)
    expect(await database.write(nonce('a'))).toMatchObject({ applied: true })
    await database.close()
  })

  test('error: closed', async () => {
    const database = whenUnavailable(openSqliteDatabase(join(folder, 'ledger.sqlite')))
    await database.close()
    await expect(database.write(nonce('a'))).rejects.toMatchObject(unavailable)
  })

  test('error: an invalid statement is an internal error', async () => {
    const database = whenUnavailable(openSqliteDatabase(join(folder, 'ledger.sqlite')))
    await expect(database.read('select nonsense')).rejects.toThrow('no such column')
    await expect(database.scan('select nonsense')).rejects.toThrow('no such column')
    const tooLarge = { sql: insert, values: ['a', 2n ** 64n] }
    await expect(database.write(tooLarge)).rejects.toThrow('BigInt value is too large to bind')
    await expect(database.read('select ?', 2n ** 64n)).rejects.toThrow('too large to bind')
    await database.write(nonce('a'))
    await expect(database.write(nonce('a'))).rejects.toThrow('UNIQUE')
    await database.close()
  })
})

test.each([
  new RangeError('Invalid string length'),
  new Error('The group gave no outcome.'),
  Object.assign(new RangeError('out of range'), { code: 'ERR_OUT_OF_RANGE' }),
  'nothing that is thrown on purpose',
])('error: %s is an internal error', async (thrown) => {
  const asked = async () => {
    throw thrown
  }
  const broken = whenUnavailable({
    read: asked,
    scan: asked,
    write: asked,
    probe: asked,
    close: asked,
  })
  await expect(broken.read('')).rejects.toBe(thrown)
  await expect(broken.scan('')).rejects.toBe(thrown)
  await expect(broken.write()).rejects.toBe(thrown)
})

test.each([
  Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' }),
  Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
  new Error('Connection terminated due to connection timeout'),
])('error: unavailable if it reports %s', async (thrown) => {
  const asked = () => Promise.reject(thrown)
  const gone = whenUnavailable({
    read: asked,
    scan: asked,
    write: asked,
    probe: asked,
    close: asked,
  })
  await expect(gone.read('')).rejects.toMatchObject(unavailable)
})

describe.skipIf(!postgres)('PostgreSQL', () => {
  test('error: stopped, then restarted; and an invalid statement', async () => {
    const schema = await createTestSchema(postgres!)
    const relay = await openRelay(schema.url)
    const database = whenUnavailable(await openPostgresDatabase(relay.url, () => {}))
    await expect(database.read('select nonsense')).rejects.toThrow('does not exist')
    await database.write(nonce('a'))
    await expect(database.write(nonce('a'))).rejects.toThrow('duplicate key')
    await relay.cut()
    await expect(database.read('select 1')).rejects.toMatchObject(unavailable)
    await expect(database.scan('select 1')).rejects.toMatchObject(unavailable)
    await expect(database.write(nonce('b'), nonce('c'))).rejects.toMatchObject(unavailable)
    await relay.restore()
    expect(await database.write(nonce('b'), nonce('c'))).toMatchObject({ applied: true })
    await database.close()
    await relay.close()
    await schema.drop()
  })

  test('error: does not respond, has no free connection, or is closed', async () => {
    const schema = await createTestSchema(postgres!)
    const hasty = {
      ...postgresLimits,
      connectionsMax: 1,
      connectTimeoutMs: 100,
      answerTimeoutMs: 300,
    }
    const database = whenUnavailable(await openPostgresDatabase(schema.url, () => {}, hasty))
    const [silent, waiting] = await Promise.allSettled([
      database.read('select pg_sleep(60)'),
      database.read('select 1'),
    ])
    for (const outcome of [silent, waiting])
      expect(outcome).toMatchObject({ status: 'rejected', reason: unavailable })
    const causes = [silent, waiting].map((each) =>
      String((each as PromiseRejectedResult).reason.cause),
    )
    expect(causes).toEqual([
      'Error: Query read timeout',
      'Error: timeout exceeded when trying to connect',
    ])
    await database.close()
    await expect(database.read('select 1')).rejects.toMatchObject(unavailable)
    await schema.drop()
  })

  test('error: the server ends the connection, or is read-only', async () => {
    const schema = await createTestSchema(postgres!)
    const database = whenUnavailable(await openPostgresDatabase(schema.url, () => {}))
    let ended: unknown
    const sleeping = database.read('select pg_sleep(60)').catch((error) => {
      ended = error
    })
    await expect.poll(() => schema.terminate().then(() => ended)).toMatchObject(unavailable)
    await sleeping
    const readOnly = "select set_config('transaction_read_only', 'on', true) where ? = 'now'"
    await expect(
      database.write({ sql: readOnly, values: ['now'] }, nonce('a')),
    ).rejects.toMatchObject(unavailable)
    await database.close()
    await schema.drop()
  })
})
