import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteThread } from './sqlite-threads.ts'

const put = (id: number) => [{ sql: 'insert into things values (?)', values: [id] }]
const count = { sql: 'select count(*) as counted from things', values: [] }

describe('a thread of SQLite', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-thread-'))
    path = join(folder, 'things.sqlite')
    const database = new DatabaseSync(path)
    database.exec('create table things (id integer primary key)')
    database.close()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('default: handles one request after the other, each with its own response', async () => {
    const thread = openSqliteThread(path, '')
    const answers = await Promise.all([
      thread.run({ scan: count }),
      thread.run({ group: [put(1), put(1), put(2)] }),
      thread.run({ scan: count }),
    ])
    expect(answers).toMatchObject([
      { rows: [{ counted: 0n }] },
      { outcomes: [{ applied: true }, { error: { errcode: 1555 } }, { applied: true }] },
      { rows: [{ counted: 2n }] },
    ])
    await thread.close()
  })

  test('behavior: an unused thread closes immediately', async () => {
    await openSqliteThread(path, '').close()
  })

  test('error: a statement that cannot be prepared gives an error, and the thread continues', async () => {
    const thread = openSqliteThread(path, '')
    const answer = await thread.run({ scan: { sql: 'select nothing', values: [] } })
    expect(answer).toMatchObject({ error: { message: 'near "nothing": syntax error' } })
    expect(await thread.run({ scan: count })).toEqual({ rows: [{ counted: 0n }] })
    await thread.close()
  })

  test('error: a thread that fails rejects its requests; the next request starts another', async () => {
    const later = join(folder, 'later', 'things.sqlite')
    const thread = openSqliteThread(later, '')
    const requests = [thread.run({ scan: count }), thread.run({ group: [put(1)] })]
    for (const outcome of await Promise.allSettled(requests))
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: 'unable to open database file' },
      })
    mkdirSync(join(folder, 'later'))
    new DatabaseSync(later).exec('create table things (id integer primary key)')
    expect(await thread.run({ scan: count })).toEqual({ rows: [{ counted: 0n }] })
    await thread.close()
  })
})
