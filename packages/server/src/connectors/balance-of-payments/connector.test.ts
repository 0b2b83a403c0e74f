import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import type { MacroPoint } from '../../sources/world-bank/country-points.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { balanceOfPayments } from './connector.ts'

describeConnector(balanceOfPayments, [
  { coordinate: 'Query.balanceOfPayments', args: { country: 'USA' } },
])

const { resolve, check } = balanceOfPayments.fields['Query.balanceOfPayments']!
const now = () => new Date('2026-11-18T17:00:00Z')

test('default: returns the current account, with negative deficits, newest first', async () => {
  const url =
    'https://api.worldbank.org/v2/country/USA/indicator/BN.CAB.XOKA.CD?format=json&per_page=1000'
  const body = [
    { total: 2 },
    [
      { date: '2024', value: -1_133_618_000_000 },
      { date: '2025', value: null },
    ],
  ]
  const recorded = { at: '2026-08-01T00:00:00Z', url }
  const context = testContext(recordedTransport([{ recorded, body }]), { now })
  expect((await resolve(null, { country: 'us' }, context)).value).toEqual([
    { date: '2024-01-01', value: -1_133_618_000_000, unit: 'current USD' },
  ])
})

test('behavior: each balance has its own series', async () => {
  const context = testContext(sandboxTransport({ now }), { now })
  const newest = async (balance: string) => {
    const { value } = await resolve(null, { country: 'DEU', balance }, context)
    return (value as MacroPoint[])[0]
  }
  const values = await Promise.all(
    ['CURRENT_ACCOUNT', 'GOODS_AND_SERVICES', 'DIRECT_INVESTMENT'].map(newest),
  )
  expect(new Set(values.map((point) => point?.value)).size).toBe(3)
  expect(values.map((point) => point?.date)).toEqual(Array(3).fill('2025-01-01'))
  await expect(check!({ country: 'ZZZ' }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
