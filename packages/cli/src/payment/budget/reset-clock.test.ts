import { describe, expect, test } from 'vitest'
import { createClients, defaultClientCaps } from '../../proxy/clients/clients.ts'
import { journalScene } from '../testing/test-journal.ts'
import { testTerminal } from '../testing/test-payer.ts'
import { terms } from '../testing/test-terms.ts'
import { resetClock } from './reset-clock.ts'

const year = 365 * 86_400_000

/** A payment made while the clock was a year ahead; after that the clock is correct again. */
function ahead() {
  const scene = journalScene()
  const right = scene.clock.now()
  scene.clock.advance(year)
  const { budget, database, journal } = scene.process(1, { perDay: 20_000n })
  budget.reserve(terms(1))
  journal.signed(terms(1).id, 'header')
  scene.clock.advance(-year)
  return { scene, budget, database, right }
}

describe('a clock that was wrong before', () => {
  test('error: a full budget names both clocks and the remedy, at the check and at the reservation', () => {
    const { scene, budget, right } = ahead()
    const refusal = expect.objectContaining({
      code: 'OVER_BUDGET',
      facts: expect.arrayContaining([
        `Clock of this machine: ${new Date(right).toISOString()}`,
        `Latest moment in the journal: ${new Date(right + year).toISOString()}`,
      ]),
      remedy: expect.stringContaining('fiq budget reset-clock'),
    })
    expect(() => budget.check(15_000n)).toThrow(refusal)
    expect(() => budget.reserve(terms(2))).toThrow(refusal)
    scene[Symbol.dispose]()
  })

  test('behavior: after a reset the sums remain, and leave their windows after a day', async () => {
    const { scene, budget, database, right } = ahead()
    const { terminal } = testTerminal(['yes'])
    const reset = await resetClock(database, { now: right, isSure: false, terminal })
    expect(reset).toEqual({ latest: right + year, now: right, moved: 1 })
    expect(budget.standing()).toMatchObject({ day: 15_000n, days30: 15_000n, session: 15_000n })
    expect(() => budget.check(15_000n)).toThrow(expect.objectContaining({ code: 'OVER_BUDGET' }))
    scene.clock.advance(86_400_001)
    expect(budget.standing()).toMatchObject({ day: 0n, days30: 15_000n })
    budget.check(15_000n)
    scene[Symbol.dispose]()
  })

  test('error: a pause of a client that began in the future names both clocks and the remedy', () => {
    using scene = journalScene()
    const { database } = scene.process(1)
    const clients = createClients(database, scene.clock.now)
    clients.add({ name: 'ann', tools: undefined, ...defaultClientCaps, perDay: 1_000_000n })
    const { budget, journal } = scene.process(1, {}, 's1', 'ann')
    scene.clock.advance(year)
    for (const place of [1, 2, 3, 4, 5]) {
      budget.reserve(terms(place))
      journal.signed(terms(place).id, 'header')
      journal.unknown(terms(place).id)
    }
    scene.clock.advance(-year)
    expect(() => budget.reserve(terms(6))).toThrow(
      expect.objectContaining({
        code: 'PAYMENTS_PAUSED',
        facts: expect.arrayContaining([expect.stringContaining('Clock of this machine: ')]),
        remedy: expect.stringContaining('fiq budget reset-clock'),
      }),
    )
  })

  test('behavior: a day forward and an hour back free a window once, and a reset counts both days', async () => {
    const [day, hour] = [86_400_000, 3_600_000]
    using scene = journalScene()
    const { budget, database, journal } = scene.process(1, { perDay: 30_000n })
    const buy = (place: number) => {
      budget.reserve(terms(place))
      journal.signed(terms(place).id, 'header')
    }
    const isFull = (place: number) =>
      expect(() => budget.reserve(terms(place))).toThrow(
        expect.objectContaining({ code: 'OVER_BUDGET' }),
      )
    buy(1)
    buy(2)
    isFull(3)
    scene.clock.advance(-hour)
    isFull(3)
    scene.clock.advance(hour + day + 1)
    buy(3)
    buy(4)
    isFull(5)
    // Back, forward and back again: nothing is free, because the latest time ever seen counts.
    for (const jump of [-day, day, -hour, -day]) {
      scene.clock.advance(jump)
      isFull(5)
    }
    const { terminal } = testTerminal(['yes'])
    await resetClock(database, { now: scene.clock.now(), isSure: false, terminal })
    expect(budget.standing()).toMatchObject({ day: 60_000n, days30: 60_000n })
    isFull(5)
  })

  test('error: without confirmation, or without later payments, changes nothing', async () => {
    const { scene, budget, database, right } = ahead()
    const asked = (replies: string[], now = right) =>
      resetClock(database, { now, isSure: false, terminal: testTerminal(replies).terminal })
    await expect(asked(['no'])).rejects.toMatchObject({ code: 'DECLINED' })
    await expect(asked([])).rejects.toMatchObject({ code: 'USAGE' })
    await expect(asked(['yes'], right + year)).rejects.toMatchObject({ code: 'USAGE' })
    expect(() => budget.check(15_000n)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('reset-clock') }),
    )
    scene[Symbol.dispose]()
  })
})
