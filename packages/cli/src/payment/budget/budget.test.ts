import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { checkCaps, latestMoment, standingAt } from './budget.ts'
import type { Caps } from './limits.ts'

const hourMs = 3_600_000

describe('budget', () => {
  test('default: a reservation counts immediately, and is returned as written', () => {
    using scene = journalScene()
    const { budget, journal } = scene.process(1)
    const taken = budget.reserve(terms(1, { label: 'quotes AAPL' }))
    expect(taken).toEqual({
      reserved: { ...terms(1, { label: 'quotes AAPL' }), state: 'reserved' },
    })
    expect(journal.read(terms(1).id)).toEqual({
      ...terms(1, { label: 'quotes AAPL' }),
      state: 'reserved',
    })
    expect(budget.standing()).toEqual({ day: 15_000n, days30: 15_000n, session: 15_000n })
  })

  test.each<[keyof Caps, string]>([
    ['perPayment', 'this payment'],
    ['perDay', '24 hours'],
    ['per30Days', '30 days'],
    ['perSession', 'this session'],
  ])('error: cap %s: pays an amount equal to it, refuses one unit more', (cap, words) => {
    using scene = journalScene()
    expect(scene.process(1, { [cap]: 15_000n }).budget.reserve(terms(1))).toHaveProperty('reserved')
    const strict = scene.process(2, { [cap]: cap === 'perPayment' ? 14_999n : 29_999n })
    expect(() => strict.budget.reserve(terms(2))).toThrow(
      expect.objectContaining({ code: 'OVER_BUDGET', message: expect.stringContaining(words) }),
    )
    expect(strict.budget.standing().day).toBe(15_000n)
  })

  test.each([
    ['perPayment', 'Raise the cap: fiq budget set --per-payment'],
    ['perDay', 'Wait until the window ends, or raise the cap: fiq budget set --per-day'],
    ['per30Days', 'Wait until the window ends, or raise the cap: fiq budget set --per-30-days'],
    ['perSession', 'Run fiq again for a new session, or raise the cap: fiq budget set'],
  ])('error: the remedy of the cap %s names waiting only if time helps', (cap, remedy) => {
    using scene = journalScene()
    const { budget } = scene.process(1, { [cap]: 14_999n })
    expect(() => budget.check(15_000n)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(remedy) }),
    )
  })

  test('behavior: windows roll, and another process has its own session', () => {
    using scene = journalScene()
    const { budget } = scene.process(1)
    budget.reserve(terms(1))
    expect(scene.process(2, {}, 's2').budget.standing()).toEqual({
      day: 15_000n,
      days30: 15_000n,
      session: 0n,
    })
    scene.clock.advance(24 * hourMs - 1)
    expect(budget.standing().day).toBe(15_000n)
    scene.clock.advance(1)
    expect(budget.standing()).toEqual({ day: 0n, days30: 15_000n, session: 15_000n })
    scene.clock.advance(29 * 24 * hourMs)
    expect(budget.standing()).toEqual({ day: 0n, days30: 0n, session: 15_000n })
  })

  test('behavior: a reservation counts in the windows of the key that signs it', () => {
    using scene = journalScene()
    // The paying wallet is real; a play wallet signed before it was chosen.
    const { budget } = scene.process(1, { perDay: 15_000n })
    budget.reserve(terms(1, { isPlay: true }))
    expect(budget.standing().day).toBe(0n)
    expect(() => budget.reserve(terms(2, { isPlay: true }))).toThrow(
      expect.objectContaining({ code: 'OVER_BUDGET' }),
    )
    expect(budget.reserve(terms(3))).toHaveProperty('reserved')
  })

  test('behavior: a clock that is set back frees no budget', () => {
    using scene = journalScene()
    const { budget, journal, database } = scene.process(1, { perDay: 29_999n })
    budget.reserve(terms(1))
    journal.signed(terms(1).id, 'header')
    scene.clock.advance(-40 * 24 * hourMs)
    expect(latestMoment(database, scene.clock.now())).toBe(1_800_000_000_000)
    expect(budget.standing()).toEqual({ day: 15_000n, days30: 15_000n, session: 15_000n })
    expect(() => budget.reserve(terms(2))).toThrow(expect.objectContaining({ code: 'OVER_BUDGET' }))
  })

  test('behavior: a delivered purchase still counts, without its answer; an undelivered one keeps its answer', () => {
    using scene = journalScene()
    const { budget, journal } = scene.process(1)
    const answer = { status: 200, headers: {}, body: '{}' }
    for (const name of [1, 2]) {
      budget.reserve(terms(name))
      journal.signed(terms(name).id, 'header')
      journal.answered(terms(name).id, answer, '0xabc')
    }
    journal.delivered(terms(1).id)
    scene.clock.advance(600_000)
    budget.reserve(terms(3))
    expect(journal.read(terms(1).id)).toMatchObject({ state: 'answered', answer })
    scene.clock.advance(1)
    budget.reserve(terms(4))
    expect(journal.read(terms(1).id)).toMatchObject({ state: 'answered' })
    expect(journal.read(terms(1).id)).not.toHaveProperty('answer')
    expect(journal.find(terms(2).request)).toMatchObject({ state: 'answered', answer })
    expect(budget.standing()).toEqual({ day: 60_000n, days30: 60_000n, session: 60_000n })
  })

  test('behavior: the caps of a client are checked in the reservation too', () => {
    using scene = journalScene()
    const { database } = scene.process(1)
    const cap = 'INSERT INTO clients (name, per_call, per_day, per_30_days, since)'
    database.run(
      `${cap} VALUES ('claude', 20000, 29999, 100000, 0), ('zed', 14999, 99999, 99999, 0)`,
    )
    const [one, other, small] = ['claude', 'claude', 'zed'].map(
      (client, index) => scene.process(index + 2, {}, `s${index}`, client).budget,
    )
    expect(one!.reserve(terms(1))).toHaveProperty('reserved')
    const over = expect.objectContaining({ code: 'OVER_BUDGET' })
    expect(() => other!.reserve(terms(2))).toThrow(over)
    expect(() => small!.reserve(terms(3))).toThrow(over)
    expect(one!.standing().day).toBe(15_000n)
    scene.clock.advance(24 * hourMs)
    expect(other!.reserve(terms(2))).toHaveProperty('reserved')
    database.run(`UPDATE clients SET revoked_at = 1 WHERE name = 'claude'`)
    expect(() => one!.reserve(terms(4, { amount: 1n }))).toThrow(
      expect.objectContaining({ code: 'TOKEN_REFUSED' }),
    )
  })

  test('behavior: releases a reservation whose process died, and continues one with equal terms', () => {
    using scene = journalScene()
    scene.process(1).budget.reserve(terms(1))
    scene.kill(1)
    const later = terms(9, { request: terms(1).request })
    const { budget } = scene.process(2, { perDay: 15_000n })
    expect(budget.reserve(later)).toMatchObject({ reserved: { id: terms(1).id } })
    expect(budget.standing().day).toBe(15_000n)
  })

  test('behavior: a continued reservation counts in the session that signs it', () => {
    using scene = journalScene()
    scene.process(1).budget.reserve(terms(1))
    scene.kill(1)
    const { budget } = scene.process(2, {}, 's2')
    const later = terms(9, { request: terms(1).request })
    expect(budget.reserve(later)).toMatchObject({ reserved: { id: terms(1).id, session: 's2' } })
    expect(budget.standing().session).toBe(15_000n)
  })

  test('behavior: does not continue one with other terms, or with little time left', () => {
    using scene = journalScene()
    scene.process(1).budget.reserve(terms(1))
    scene.kill(1)
    scene.clock.advance(50_000)
    const { budget } = scene.process(2, { perDay: 15_000n })
    const { authorization } = terms(9)
    const fresh = terms(9, {
      request: terms(1).request,
      authorization: { ...authorization, validBefore: 1_800_000_110n },
    })
    expect(budget.reserve(fresh)).toMatchObject({ reserved: { id: fresh.id } })
    expect(budget.standing().day).toBe(15_000n)
  })

  test('behavior: joins the same request of a living process, without a second reservation', () => {
    using scene = journalScene()
    scene.process(1).budget.reserve(terms(1))
    const taken = scene.process(2).budget.reserve({ ...terms(2), request: terms(1).request })
    expect(taken).toMatchObject({ begun: { id: terms(1).id, state: 'reserved' } })
  })

  test('error: a database locked by another process is busy, and nothing is reserved', () => {
    using scene = journalScene()
    const holder = scene.process(1)
    const { budget } = scene.process(2)
    holder.database.run('BEGIN IMMEDIATE')
    expect(() => budget.reserve(terms(1))).toThrow(
      expect.objectContaining({ code: 'BUDGET_BUSY', kind: 'budget-busy' }),
    )
    holder.database.run('ROLLBACK')
    expect(budget.standing().day).toBe(0n)
  })

  test('behavior: no requests and outcomes exceed a cap', () => {
    const step = fc.record({
      amount: fc.bigInt({ min: 1n, max: 60_000n }),
      pauseMs: fc.integer({ min: -30 * hourMs, max: 30 * hourMs }),
      end: fc.constantFrom('none', 'signed', 'voided'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        using scene = journalScene()
        const caps = { perPayment: 50_000n, perDay: 100_000n, per30Days: 150_000n }
        const { budget, journal, database } = scene.process(1, caps)
        for (const [index, { amount, pauseMs, end }] of steps.entries()) {
          scene.clock.advance(pauseMs)
          try {
            const taken = budget.reserve(terms(index + 1, { amount }))
            if (end === 'voided') journal.release(terms(index + 1).id)
            if (end === 'signed' && 'reserved' in taken) journal.signed(taken.reserved.id, 'x')
          } catch (error) {
            expect(error).toMatchObject({ code: 'OVER_BUDGET' })
          }
          const { day, days30 } = standingAt(database, latestMoment(database, 0), 's1', false)
          expect(day <= caps.perDay && days30 <= caps.per30Days).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('behavior: the sums of the windows equal a simple computation, for any clock', () => {
    const step = fc.record({
      amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      pauseMs: fc.integer({ min: -5 * 24 * hourMs, max: 20 * 24 * hourMs }),
      session: fc.constantFrom('s1', 's2'),
      voided: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        using scene = journalScene()
        const noCaps = { perPayment: 10n ** 18n, perDay: 10n ** 18n }
        const all = { ...noCaps, per30Days: 10n ** 18n, perSession: 10n ** 18n }
        const counted: { at: number; amount: bigint; session: string }[] = []
        let latest = 0
        for (const [index, { amount, pauseMs, session, voided }] of steps.entries()) {
          scene.clock.advance(pauseMs)
          latest = Math.max(latest, scene.clock.now())
          const { budget, journal } = scene.process(1, all, session)
          budget.reserve(terms(index + 1, { amount, session, at: scene.clock.now() }))
          if (voided) journal.release(terms(index + 1).id)
          else journal.signed(terms(index + 1).id, 'header')
          if (!voided) counted.push({ at: latest, amount, session })
          const sum = (which: (one: (typeof counted)[number]) => boolean) =>
            counted.filter(which).reduce((total, one) => total + one.amount, 0n)
          expect(budget.standing()).toEqual({
            day: sum(({ at }) => at > latest - 24 * hourMs),
            days30: sum(({ at }) => at > latest - 720 * hourMs),
            session: sum((one) => one.session === session),
          })
        }
      }),
      { numRuns: 20 },
    )
  })

  test('behavior: refuses an amount exactly if a window would exceed its cap', () => {
    const atomic = fc.bigInt({ min: 0n, max: 10n ** 20n })
    const standing = fc.record({ day: atomic, days30: atomic, session: atomic })
    const caps = fc.record({
      perPayment: atomic,
      perDay: atomic,
      per30Days: atomic,
      perSession: atomic,
    })
    fc.assert(
      fc.property(atomic, standing, caps, (amount, spent, cap) => {
        const fits =
          amount <= cap.perPayment &&
          spent.day + amount <= cap.perDay &&
          spent.days30 + amount <= cap.per30Days &&
          spent.session + amount <= cap.perSession
        const check = () => checkCaps(amount, spent, cap)
        if (fits) expect(check).not.toThrow()
        else expect(check).toThrow(expect.objectContaining({ code: 'OVER_BUDGET' }))
      }),
    )
  })
})
