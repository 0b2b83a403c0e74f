import { expect, test } from 'vitest'
import { resetClock } from '../budget/reset-clock.ts'
import { journalScene } from '../testing/test-journal.ts'
import { testTerminal } from '../testing/test-payer.ts'
import { terms } from '../testing/test-terms.ts'
import { ranMsMin, resumableMs } from './is-recent.ts'

const { id, request } = terms(1)

function signedScene() {
  const scene = journalScene()
  const { journal, budget } = scene.process(1)
  budget.reserve(terms(1))
  journal.signed(id, 'header')
  journal.unknown(id)
  return { scene, journal, budget }
}

test('default: a purchase is recent for a day of the clock', () => {
  const { scene, journal } = signedScene()
  using _ = scene
  scene.clock.advance(resumableMs - 1)
  expect(journal.find(request)).toMatchObject({ id })
  scene.clock.advance(1)
  expect(journal.find(request)).toBeUndefined()
})

test('behavior: a clock that is set forward ends nothing until the machine ran for ten minutes', () => {
  const { scene, journal } = signedScene()
  using _ = scene
  scene.setForward(40 * resumableMs)
  expect(journal.find(request)).toMatchObject({ id, signed: 'header' })
  scene.clock.advance(ranMsMin - 1)
  expect(journal.find(request)).toMatchObject({ id })
  scene.clock.advance(1)
  expect(journal.find(request)).toBeUndefined()
})

test('behavior: after a restart the machine ran at least since then', () => {
  const { scene, journal } = signedScene()
  using _ = scene
  scene.setForward(2 * resumableMs)
  scene.restart()
  expect(journal.find(request)).toMatchObject({ id })
  scene.clock.advance(ranMsMin)
  expect(journal.find(request)).toBeUndefined()
})

test('behavior: a reservation that is taken over counts from then on', () => {
  using scene = journalScene()
  scene.process(1).budget.reserve(terms(1))
  scene.clock.advance(30_000)
  scene.kill(1)
  const { journal, budget } = scene.process(2)
  expect(budget.reserve(terms(1))).toMatchObject({ reserved: { id } })
  journal.signed(id, 'header')
  scene.setForward(2 * resumableMs)
  scene.clock.advance(ranMsMin - 10_000)
  expect(journal.find(request)).toMatchObject({ id })
})

/** A payment that was signed while the clock was two days ahead. Now the clock is correct. */
function aheadScene() {
  const scene = journalScene()
  const { journal, budget, database } = scene.process(1)
  scene.setForward(2 * resumableMs)
  const validBefore = BigInt(scene.clock.now() / 1_000 + 60)
  const { authorization } = terms(1)
  budget.reserve(terms(1, { authorization: { ...authorization, validBefore } }))
  journal.signed(id, 'header')
  journal.unknown(id)
  return { scene, journal, database, setBack: () => scene.setForward(-2 * resumableMs) }
}

test('behavior: after a clock was ahead, and was set back and reset, a payment is open until its end', async () => {
  const { scene, journal, database, setBack } = aheadScene()
  using _ = scene
  setBack()
  const { terminal } = testTerminal()
  await resetClock(database, { now: scene.clock.now(), isSure: true, terminal })
  scene.clock.advance(resumableMs + 1)
  expect(journal.find(request)).toMatchObject({ id, signed: 'header' })
  scene.clock.advance(resumableMs + 60_000)
  expect(journal.find(request)).toBeUndefined()
})

test('behavior: a payment that was abandoned while the clock was ahead is open again after it was set back', () => {
  const { scene, journal, setBack } = aheadScene()
  using _ = scene
  scene.clock.advance(ranMsMin)
  journal.rejected(id, 'abandoned by the user')
  expect(journal.find(request)).toBeUndefined()
  setBack()
  expect(journal.find(request)).toMatchObject({ id, state: 'rejected' })
})

test('behavior: a purchase of an older version ends with the clock', () => {
  const { scene, journal } = signedScene()
  using _ = scene
  scene.process(3).database.run('UPDATE purchases SET uptime = NULL')
  scene.setForward(resumableMs)
  expect(journal.find(request)).toBeUndefined()
})
