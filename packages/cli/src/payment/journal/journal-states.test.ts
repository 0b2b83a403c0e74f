import { describe, expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import type { Journal } from './journal.ts'

const { id } = terms(1)

/** Every state of a purchase, and the columns that decide with it. */
const starts = {
  reserved: "state = 'reserved', signed = NULL",
  signed: "state = 'signed'",
  unknown: "state = 'unknown'",
  settled: "state = 'settled'",
  'answered without a receipt': "state = 'answered'",
  'answered with a receipt': "state = 'answered', transaction_hash = '0xab'",
  'printed without a receipt': "state = 'answered', delivered_at = 1",
  'printed with a receipt': "state = 'answered', delivered_at = 1, transaction_hash = '0xab'",
  rejected: "state = 'rejected'",
  void: "state = 'void', signed = NULL",
} as const
type Start = keyof typeof starts

const unfinished: readonly Start[] = [
  ...(['signed', 'unknown', 'settled', 'answered without a receipt', 'rejected'] as const),
]
const finished: readonly Start[] = [
  ...(['answered with a receipt', 'printed without a receipt', 'printed with a receipt'] as const),
]
const each = (from: readonly Start[], to: string) => from.map((start) => [start, to] as const)

/** The state that each change leads to. From every other state it is refused. */
const changes: Record<string, [(journal: Journal) => void, (readonly [Start, string])[]]> = {
  'a release': [(journal) => journal.release(id), [['reserved', 'void']]],
  'a signature': [(journal) => journal.signed(id, 'other'), [['reserved', 'signed']]],
  'a proof that it is void': [(journal) => journal.voided(id, 'x'), each(unfinished, 'void')],
  'an abandonment': [(journal) => journal.rejected(id, 'x'), each(unfinished, 'rejected')],
  'a proof that it settled': [
    (journal) => journal.settled(id, '0xcd'),
    [...each(unfinished, 'settled'), ...each(finished, 'answered')],
  ],
  'an attempt without proof': [
    (journal) => journal.unknown(id),
    [
      ...each(['signed', 'unknown', 'answered without a receipt'], 'unknown'),
      ...each(['settled'], 'settled'),
      ...each(['rejected'], 'rejected'),
      ...each(finished, 'answered'),
    ],
  ],
  'an answer': [
    (journal) => journal.answered(id, { status: 200, headers: {}, body: '{}' }, undefined),
    each([...unfinished, ...finished], 'answered'),
  ],
}

describe.each(Object.keys(changes))('%s', (name) => {
  const [change, allowed] = changes[name]!
  test.each(Object.keys(starts) as Start[])('from %s', (start) => {
    using scene = journalScene()
    const { journal, budget, database } = scene.process(1)
    budget.reserve(terms(1))
    database.run(`UPDATE purchases SET signed = 'header', ${starts[start]} WHERE id = ?`, id)
    const before = journal.read(id)
    const to = allowed.find(([from]) => from === start)?.[1]
    if (to !== undefined) {
      change(journal)
      expect(journal.read(id)).toMatchObject({ state: to })
      if (before?.transaction && name !== 'a proof that it settled')
        expect(journal.read(id)?.transaction).toBe('0xab')
    } else {
      expect(() => change(journal)).toThrow(expect.objectContaining({ code: 'BUDGET_BUSY' }))
      expect(journal.read(id)).toEqual(before)
    }
    // Only a purchase that is proven void leaves the budget.
    const isVoid = journal.read(id)?.state === 'void'
    expect(budget.standing().day).toBe(isVoid ? 0n : 15_000n)
  })
})
