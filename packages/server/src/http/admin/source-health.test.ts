import { expect, test } from 'vitest'
import { createHourlyCounts } from '../../storage/admin/hourly-counts.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import type { AdminParts } from './admin-parts.ts'
import { sourceHealth, strip } from './source-health.ts'

const hour = 3_600_000
const nowMs = 100 * hour + 1

test('default: an hour with at least half failed calls fails, and is slow above a second', async () => {
  const database = openSqliteDatabase(':memory:')
  const counts = createHourlyCounts(database)
  const count = (name: string, ago: number, calls: number, failed: number, milliseconds: number) =>
    counts.add([{ kind: 'source', name, hour: (100 - ago) * hour, calls, failed, milliseconds }])
  await count('a.test', 0, 4, 1, 400)
  await count('a.test', 1, 4, 2, 400)
  await count('b.test', 3, 2, 0, 2_002)
  await count('c.test', 0, 1, 1, 5)
  await count('c.test', 24, 9, 0, 5)
  const running = {
    flushCounts: async () => {},
    sourceName: (host: string) => `Source ${host[0]}`,
  } as AdminParts['running']
  const sources = await sourceHealth({ database, running, nowMs: () => nowMs })
  expect(
    sources.map(({ name, host, state, calls, failed, milliseconds }) => [
      ...[name, host, state, calls, failed, milliseconds],
    ]),
  ).toEqual([
    ['Source c', 'c.test', 'failing', 1, 1, 5],
    ['Source b', 'b.test', 'slow', 2, 0, 1_001],
    ['Source a', 'a.test', 'answering', 8, 3, 100],
  ])
  expect(sources[2]?.hours.slice(-2)).toEqual(['failing', 'answering'])
  await database.close()
})

test('behavior: failing hours are tall and hatched, slow ones half as tall', () => {
  const text = String(strip(['failing', 'slow', 'answering', 'none']))
  expect(text).toContain('of 4 hours, 1 failing and 1 slow')
  expect(text).toMatch(/class="fails" x="0" width="5" height="18"\/><path class="hatch"/)
  expect(text).toMatch(/class="slows" x="7" y="8" width="5" height="10"/)
  expect(text.match(/<rect/g)).toHaveLength(3)
})
