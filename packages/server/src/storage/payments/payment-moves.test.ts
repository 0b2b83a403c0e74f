import { expect, test } from 'vitest'
import { type Move, type MoveTarget, moveStatement, moves, rank } from './payment-moves.ts'
import type { PaymentState } from './payment-record.ts'
import { hex, keyOf } from './testing/payments.ts'

const all: [MoveTarget, readonly Move[]][] = Object.entries(moves) as never

test.each(all)(
  'behavior: %s is reached from each state in one way, and never backwards',
  (_, ways) => {
    const from = ways.flatMap((way) => way.from)
    expect(new Set(from).size).toBe(from.length)
    // A transfer that a reorganisation removed may be mined again.
    for (const way of ways)
      for (const state of way.from)
        if (state !== 'reorganised' && state !== 'uncollectible')
          expect(rank[way.to]).toBeGreaterThanOrEqual(rank[state])
        else expect(['reorganised', 'answered', 'uncollectible']).toContain(way.to)
  },
)

test('behavior: reserved amounts stop counting when the state changes, except for an answered payment', () => {
  const counting: readonly PaymentState[] = ['reserved', 'advanced', 'unpaid']
  for (const [, ways] of all)
    for (const { from, to, frees } of ways as readonly Move[])
      for (const state of from)
        expect(frees ?? false).toBe(counting.includes(state) && !counting.includes(to))
})

test('default: a statement changes the payment of its key only in one of the states', () => {
  const way: Move = { from: ['claimed', 'broadcast'], to: 'broadcast' }
  const { sql, values } = moveStatement(keyOf(1), way, { transaction_hash: 'h' })
  expect(sql.replace(/\s+/g, ' ')).toBe(
    "update payments set state = 'broadcast', transaction_hash = ? where payer = ? and nonce = ? and state in ('claimed', 'broadcast')",
  )
  expect(values[0]).toBe('h')
  expect(values[1]).toEqual(new Uint8Array(Buffer.from(hex('a', 20).slice(2), 'hex')))
  // Any other state deletes the reason.
  const failing: Move = { from: ['claimed'], to: 'settled' }
  expect(moveStatement(keyOf(1), failing, {}).sql).toContain('reason = ?')
})
