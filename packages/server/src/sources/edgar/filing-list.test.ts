import { expect, test } from 'vitest'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { defaultFilter } from '../array-filter.ts'
import { testContext } from '../testing/describe-connector.ts'
import { filerCik, filingsOf } from './filing-list.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const entity = { id: 'x', name: 'X', type: 'INDEX', ticker: '^X', tickers: ['^X'] } as const

/** The sandbox, with the requested addresses. */
function counted(): { requests: string[]; upstreams: Transport } {
  const requests: string[] = []
  const { mode, fetch } = sandboxTransport({ now })
  const upstreams: Transport = {
    mode,
    fetch: (request) => {
      requests.push(request.url.pathname)
      return fetch(request)
    },
  }
  return { requests, upstreams }
}

test('default: one request serves every area that reads the list, also concurrently', async () => {
  const { requests, upstreams } = counted()
  const context = testContext(upstreams, { now })
  const lists = await Promise.all(
    ['8-K', '4', '10-K'].map((form) =>
      filingsOf('0000320193', (filing) => filing.form === form, defaultFilter, context),
    ),
  )
  expect(lists.map(({ filings }) => filings[0]?.form)).toEqual(['8-K', '4', '10-K'])
  expect(requests).toEqual(['/submissions/CIK0000320193.json'])
})

test('error: refuses an entity that does not file', () => {
  expect(() => filerCik(entity)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  expect(filerCik({ ...entity, cik: '0000000001' })).toBe('0000000001')
})
