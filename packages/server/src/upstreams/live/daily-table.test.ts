import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { afterAll, expect, test } from 'vitest'
import type { UpstreamRequest } from '../transport.ts'
import { dailyQuotas } from './daily-quotas.ts'
import { dailyTable } from './daily-table.ts'
import { diskCache } from './disk-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-daily-table-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const url = new URL('https://www.alphavantage.co/query?function=EARNINGS_CALENDAR')
const request: UpstreamRequest = { url, expects: 'csv', perDay: 1 }
const morning = Date.parse('2026-11-18T08:00:00Z')
const hourMs = 3_600_000

/** A source that counts its requests, over files that outlast a run. */
function source(name: string, outcome: () => string = () => 'table') {
  let sent = 0
  const file = join(folder, `${name}.json`)
  return {
    sent: () => sent,
    ask(nowMs: number, { stored = true, asked = request } = {}) {
      const disk = stored ? diskCache(join(folder, name)) : undefined
      const fetch = async () => {
        sent += 1
        const body = Buffer.from(outcome())
        const retrievedAt = new Date(nowMs).toISOString()
        return { body, mode: 'live', asOf: null, retrievedAt } as const
      }
      return dailyTable(asked, fetch, { disk, quotas: dailyQuotas(file), nowMs })
    },
  }
}

test('default: one response answers for a day, also after a restart, with its own time', async () => {
  const { ask, sent } = source('day')
  const first = await ask(morning)
  const second = await ask(morning + 23 * hourMs)
  expect(Buffer.from(second.body).toString()).toBe('table')
  expect(second.retrievedAt).toBe(first.retrievedAt)
  expect(sent()).toBe(1)
  expect((await ask(morning + 25 * hourMs)).retrievedAt).toBe('2026-11-19T09:00:00.000Z')
  expect(sent()).toBe(2)
})

test('error: without a disk, a second request of the day is refused before it is sent', async () => {
  const { ask, sent } = source('none')
  await ask(morning, { stored: false })
  await expect(ask(morning + hourMs, { stored: false })).rejects.toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
    facts: [expect.stringContaining('at most 1 times a day')],
  })
  expect(sent()).toBe(1)
  await ask(morning + 17 * hourMs, { stored: false })
  expect(sent()).toBe(2)
})

test.each([
  ['UPSTREAM_UNAVAILABLE', 2],
  ['UPSTREAM_RATE_LIMITED', 1],
  ['UPSTREAM_CHANGED', 1],
] as const)('behavior: after %s the source gets %i requests in the day', async (code, count) => {
  const { ask, sent } = source(code, () => {
    throw new FiqError(code, 'x')
  })
  await expect(ask(morning)).rejects.toMatchObject({ code })
  await expect(ask(morning)).rejects.toBeDefined()
  expect(sent()).toBe(count)
})

test('behavior: other requests are fetched each time', async () => {
  const { ask, sent } = source('other')
  const { perDay: _, ...asked } = request
  await ask(morning, { asked })
  await ask(morning, { asked })
  expect(sent()).toBe(2)
})
