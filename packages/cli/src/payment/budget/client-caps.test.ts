import { expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { breaker } from './client-caps.ts'

test('error: the pause of a client begins at its latest failed payment', () => {
  using scene = journalScene()
  const { database } = scene.process(1)
  database.run(
    `INSERT INTO clients (name, per_call, per_day, per_30_days, since)
     VALUES ('claude', 20000, 999999, 999999, 0)`,
  )
  const { budget, journal } = scene.process(2, {}, 's', 'claude')
  for (let name = 1; name <= breaker.failuresMax; name += 1) {
    scene.clock.advance(60_000)
    budget.reserve(terms(name))
    journal.signed(terms(name).id, 'header')
    journal.unknown(terms(name).id)
  }
  scene.clock.advance(breaker.pauseMs - 1)
  const paused = expect.objectContaining({ code: 'PAYMENTS_PAUSED' })
  expect(() => budget.reserve(terms(90))).toThrow(paused)
  scene.clock.advance(1)
  expect(budget.reserve(terms(90))).toHaveProperty('reserved')
})
