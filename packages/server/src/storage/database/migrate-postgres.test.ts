import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { migratePostgres } from './migrate-postgres.ts'
import { createTestSchema, postgres } from './testing/postgres.ts'

const step = (number: number, ...statements: string[]) => ({
  number,
  name: `step ${number}`,
  statements,
})
const one = step(1, 'create table things (id integer primary key)', 'insert into things values (7)')
const two = step(2, 'alter table things add column name text')

describe.skipIf(!postgres)('migratePostgres', () => {
  test('default: adds the new step to an older database, which keeps its data', async () => {
    const schema = await createTestSchema(postgres!)
    const client = new pg.Client({ connectionString: schema.url })
    await client.connect()
    for (const known of [[one], [one, two], [one, two]]) {
      await client.query('begin')
      await migratePostgres(client, known)
      await client.query('commit')
    }
    expect((await client.query('select * from things')).rows).toEqual([{ id: 7, name: null }])
    expect((await client.query('select number, name from migrations')).rows).toEqual([
      { number: 1, name: 'step 1' },
      { number: 2, name: 'step 2' },
    ])
    await client.end()
    await schema.drop()
  })

  test('error: a step that fails leaves nothing, and the next start tries again', async () => {
    const schema = await createTestSchema(postgres!)
    const client = new pg.Client({ connectionString: schema.url })
    await client.connect()
    await client.query('begin')
    await expect(migratePostgres(client, [step(1, ...one.statements, 'nonsense')])).rejects.toThrow(
      'syntax error',
    )
    await client.query('rollback')
    await client.query('begin')
    await migratePostgres(client, [one])
    await client.query('commit')
    expect((await client.query('select * from things')).rows).toEqual([{ id: 7 }])
    await client.end()
    await schema.drop()
  })
})
