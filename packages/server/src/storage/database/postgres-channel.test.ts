import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { type Channel, openPostgresChannel } from './postgres-channel.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { createTestSchema, postgres, type TestSchema } from './testing/postgres.ts'

const soon = { timeout: 10_000, interval: 20 }

describe.skipIf(!postgres)('openPostgresChannel', () => {
  let schema: TestSchema
  let database: Database
  const open: Channel[] = []
  beforeEach(async () => {
    schema = await createTestSchema(postgres!)
    database = await openPostgresDatabase(schema.url, () => {})
  })
  afterEach(async () => {
    for (const channel of open.splice(0)) await channel.close()
    await database.close()
    await schema.drop()
  })
  const listener = async (name = schema.name) => {
    const heard: string[] = []
    const onLine = (line: string) => heard.push(line)
    const parts = { url: schema.url, database, name, onLine, report: () => {} }
    const channel = await openPostgresChannel(parts)
    open.push(channel)
    return { heard, publish: channel.publish }
  }

  test('default: each receives every message once, in order; other names receive nothing', async () => {
    const [a, b, other] = [await listener(), await listener(), await listener(`${schema.name}_b`)]
    const lines = Array.from({ length: 300 }, (_, n) => `${n} ${'é'.repeat(n % 90)}`)
    for (const line of lines) a.publish(line)
    await expect.poll(() => [a.heard.length, b.heard.length], soon).toEqual([300, 300])
    expect([a.heard, b.heard, other.heard]).toEqual([lines, lines, []])
  })

  test('behavior: delivers the longest message', async () => {
    const { heard, publish } = await listener()
    publish('x'.repeat(7_900))
    publish('y'.repeat(7_900))
    await expect.poll(() => heard.map(({ length }) => length), soon).toEqual([7_900, 7_900])
  })

  test('error: opens cut connections again', async () => {
    const { heard, publish } = await listener()
    await schema.terminate()
    await expect
      .poll(() => {
        publish('again')
        return heard.includes('again')
      }, soon)
      .toBe(true)
  })
})
