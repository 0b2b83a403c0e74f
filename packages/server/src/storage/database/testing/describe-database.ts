import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Statement } from '../database.ts'
import { migrations } from '../migrations.ts'
import { schemaNumber } from '../pending-migrations.ts'

const put = (id: number, writes: number): Statement => ({
  sql: 'insert into probe (id, writes) values (?, ?)',
  values: [id, writes],
})
const add = (id: number, writes: number): Statement => ({
  sql: 'update probe set writes = writes + ? where id = ?',
  values: [writes, id],
  mustChange: 1,
})
const all = 'select id, writes from probe order by id'

/** Tests that both drivers pass. */
export function describeDatabase(
  name: string,
  prepare: () => Promise<{ open(): Promise<Database>; end(): Promise<void> }>,
): void {
  describe(`the database: ${name}`, () => {
    let scene: Awaited<ReturnType<typeof prepare>>
    let database: Database
    beforeEach(async () => {
      scene = await prepare()
      database = await scene.open()
    })
    afterEach(async () => {
      await database.close()
      await scene.end()
    })
    const numbers = async (sql: string) =>
      (await database.read(sql)).map((row) => Object.values(row).map(Number))

    test('default: reads what it wrote, by key and by scan', async () => {
      expect(await database.write(put(7, 1))).toMatchObject({
        applied: true,
        results: [{ changes: 1 }],
      })
      expect(await numbers(all)).toEqual([[7, 1]])
      expect((await database.scan(all)).map(({ id }) => Number(id))).toEqual([7])
    })

    test('behavior: accepts a text with U+0000, such as the path of a request, and finds no row for it', async () => {
      const cost = (hash: string): Statement => ({
        sql: 'insert into gas_spending (transaction_hash, wei, spent_at) values (?, 1, 1)',
        values: [hash],
      })
      const find = 'select wei from gas_spending where transaction_hash = ?'
      await database.write(cost('ab'))
      expect(await database.read(find, 'a\u0000b')).toEqual([])
      expect(await database.read(find, '\u0000')).toEqual([])
      expect(await database.write(cost('a\u0000b'), cost('c'))).toMatchObject({ applied: true })
      expect(await database.read(find, 'a\u0000b')).toHaveLength(1)
    })

    test('behavior: writes statements together, and returns what each changed', async () => {
      const returning = { sql: 'update probe set writes = 9 returning id, writes', values: [] }
      const { results } = await database.write(put(1, 1), put(2, 2), returning)
      expect(results.map(({ changes }) => changes)).toEqual([1, 1, 2])
      expect(results[2]?.rows.map((row) => Object.values(row).map(Number))).toEqual([
        [1, 9],
        [2, 9],
      ])
    })

    test('behavior: rolls back all statements if one does not change its number of rows', async () => {
      await database.write(put(1, 1))
      expect(await database.write(add(1, 5), put(2, 2), add(3, 1))).toMatchObject({
        applied: false,
      })
      expect(await database.write(add(3, 1))).toMatchObject({ applied: false })
      expect(await numbers(all)).toEqual([[1, 1]])
      expect(await database.write(add(1, 5), put(2, 2))).toMatchObject({ applied: true })
      expect(await numbers(all)).toEqual([
        [1, 6],
        [2, 2],
      ])
    })

    test('behavior: many concurrent debits take no more than there is', async () => {
      await database.write(put(1, 10))
      const debit = (id: number) => [
        {
          sql: 'update probe set writes = writes - 3 where id = 1 and writes >= 3',
          values: [],
          mustChange: 1,
        },
        put(id, 3),
      ]
      const ids = [11, 12, 13, 14, 15, 16]
      const outcomes = await Promise.all(ids.map((id) => database.write(...debit(id))))
      expect(outcomes.filter(({ applied }) => applied)).toHaveLength(3)
      expect(await numbers('select count(*), sum(writes) from probe where id > 1')).toEqual([
        [3, 9],
      ])
      expect(await numbers('select writes from probe where id = 1')).toEqual([[1]])
    })

    test('behavior: opening it ten more times concurrently changes nothing', async () => {
      await database.write(put(1, 1))
      const others = await Promise.all(Array.from({ length: 10 }, () => scene.open()))
      expect(await Promise.all(others.map((other) => other.read(all)))).toHaveLength(10)
      await Promise.all(others.map((other) => other.close()))
      expect(await numbers('select number from migrations order by number')).toEqual(
        migrations.map(({ number }) => [number]),
      )
    })

    test('behavior: many probes leave one row', async () => {
      for (const _ of [1, 2, 3]) await database.probe()
      expect(await numbers(all)).toEqual([[1, 3]])
    })

    test('error: a statement that fails rolls back those written with it, and no others', async () => {
      const outcomes = await Promise.allSettled([
        database.write(put(1, 1)),
        database.write(put(2, 2), put(2, 2)),
        database.write(put(3, 3)),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await numbers('select id from probe order by id')).toEqual([[1], [3]])
    })

    test('error: refuses a newer database', async () => {
      await database.write({
        sql: 'insert into migrations (number, name) values (?, ?)',
        values: [99, 'of the future'],
      })
      await expect((async () => scene.open())()).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        facts: ['Schema of the database: 99', `Newest schema known here: ${schemaNumber}`],
      })
    })

    test('error: refuses a database older than the last released version, with a remedy', async () => {
      const older = { sql: 'update migrations set number = 14 where number = ?', values: [15] }
      await database.write(
        { sql: 'delete from migrations where number > 15', values: [] },
        { ...older, mustChange: 1 },
      )
      await expect((async () => scene.open())()).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        facts: ['Schema of the database: 14', expect.stringMatching(/upgraded: 15, .*\d$/)],
        remedy: expect.stringContaining('start the version with schema 15 once'),
      })
    })
  })
}
