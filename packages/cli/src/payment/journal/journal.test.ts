import { describe, expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { resumableMs } from './is-recent.ts'
import { findOpen, holder, holding, isHeld, leaseMs } from './journal.ts'
import { openDatabase } from './open-database.ts'

const { id, request } = terms(1)
const answer = { status: 200, headers: { 'x-a': 'b' }, body: '{"data":1}' }

describe('journal', () => {
  test('default: moves from reserved to answered and delivered', () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(id, 'header')
    expect(journal.read(id)).toMatchObject({ state: 'signed', signed: 'header' })
    journal.answered(id, answer, '0xabc')
    expect(journal.find(request)).toMatchObject({ state: 'answered', answer, transaction: '0xabc' })
    expect(journal.isLeased(id)).toBe(false)
    journal.delivered(id)
    expect(journal.find(request)).toBeUndefined()
    expect(budget.standing().day).toBe(15_000n)
  })

  test('behavior: only its idempotency key finds a purchase, also a delivered one, for a day', () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    const keyed = terms(1, { once: 'key' })
    budget.reserve(keyed)
    journal.signed(id, 'header')
    journal.answered(id, answer, '0xabc')
    expect(journal.find(request)).toBeUndefined()
    journal.delivered(id)
    expect(journal.find(request, 'key')).toMatchObject({ id, answer, once: 'key' })
    expect(budget.reserve(terms(2, { request, once: 'key' }))).toMatchObject({ begun: { id } })
    const reused = expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(() => journal.find('another request', 'key')).toThrow(reused)
    expect(journal.find(request, 'another key')).toBeUndefined()
    expect(budget.reserve(terms(3, { request }))).toMatchObject({ reserved: { state: 'reserved' } })
    scene.clock.advance(resumableMs + 1)
    expect(journal.find(request, 'key')).toBeUndefined()
  })

  test('behavior: finds open purchases again, but not finished ones', () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(id, 'header')
    for (const end of ['unknown', 'settled'] as const) {
      if (end === 'unknown') journal.unknown(id)
      else journal.settled(id, undefined)
      expect(journal.find(request)).toMatchObject({ state: end, signed: 'header' })
    }
    // A payment that is known to have settled does not become doubtful again.
    journal.unknown(id)
    expect(journal.find(request)).toMatchObject({ state: 'settled' })
    scene.clock.advance(61_000)
    journal.rejected(id, 'no')
    expect(journal.find(request)).toBeUndefined()
    expect(budget.standing().day).toBe(15_000n)
    journal.voided(id, 'unused')
    expect(budget.standing().day).toBe(0n)
  })

  test('behavior: does not resume a purchase older than servers store answers, but still counts it', () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(id, 'header')
    journal.unknown(id)
    scene.clock.advance(resumableMs)
    expect(journal.find(request)).toBeUndefined()
    expect(budget.standing().days30).toBe(15_000n)
  })

  test('behavior: exactly one process takes over from a dead one', () => {
    using scene = journalScene()
    const first = scene.process(1)
    first.budget.reserve(terms(1))
    first.journal.signed(id, 'header')
    expect(scene.process(2).journal.claim(id)).toBeUndefined()
    scene.kill(1)
    expect(scene.process(2).journal.claim(id)).toMatchObject({ id, signed: 'header' })
    expect(scene.process(3).journal.claim(id)).toBeUndefined()
  })

  test('behavior: takes over from a process that is silent for longer than its lease', () => {
    using scene = journalScene()
    const first = scene.process(1)
    first.budget.reserve(terms(1))
    first.journal.signed(id, 'header')
    scene.clock.advance(leaseMs - 1)
    first.journal.alive(id)
    scene.clock.advance(leaseMs - 1)
    expect(scene.process(2).journal.isLeased(id)).toBe(true)
    scene.clock.advance(1)
    expect(scene.process(2).journal.claim(id)).toBeDefined()
  })

  test('error: a process that lost its purchase before signing cannot journal a signature', () => {
    using scene = journalScene()
    const slow = scene.process(1)
    slow.budget.reserve(terms(1))
    scene.clock.advance(leaseMs)
    scene.process(2).budget.reserve(terms(2, { request }))
    expect(() => slow.journal.signed(id, 'header')).toThrow(
      expect.objectContaining({ code: 'BUDGET_BUSY' }),
    )
    expect(slow.journal.read(id)!.signed).toBeUndefined()
  })

  test('error: a process that lost its purchase cannot release what another has signed', () => {
    using scene = journalScene()
    const slow = scene.process(1)
    slow.budget.reserve(terms(1))
    scene.kill(1)
    const other = scene.process(2)
    expect(other.budget.reserve(terms(1))).toMatchObject({ reserved: { id } })
    other.journal.signed(id, 'header')
    expect(() => slow.journal.signed(id, 'mine')).toThrow()
    expect(() => slow.journal.release(id)).toThrow(expect.objectContaining({ code: 'BUDGET_BUSY' }))
    expect(other.journal.read(id)).toMatchObject({ state: 'signed', signed: 'header' })
    expect(other.budget.standing().day).toBe(15_000n)
  })

  test('error: refuses a second signature', () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(id, 'one')
    expect(() => journal.signed(id, 'two')).toThrow(
      expect.objectContaining({ code: 'BUDGET_BUSY' }),
    )
    expect(journal.read(id)!.signed).toBe('one')
  })

  test('error: reports a disk that becomes full between reserving and journaling', () => {
    using scene = journalScene()
    const { journal, budget, database } = scene.process(1)
    budget.reserve(terms(1))
    const [pages] = Object.values(database.row('PRAGMA page_count')!)
    database.run(`PRAGMA max_page_count = ${pages}`)
    expect(() => journal.signed(id, 'h'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', funds: 'untouched' }),
    )
    expect(journal.read(id)).toMatchObject({ state: 'reserved' })
  })

  test('behavior: unproven purchases are expired, without proof and not answered', () => {
    using scene = journalScene()
    const { journal, budget } = scene.process(1)
    for (const name of [1, 2, 3]) {
      budget.reserve(terms(name))
      journal.signed(terms(name).id, 'header')
    }
    journal.rejected(terms(1).id, 'no')
    journal.answered(terms(2).id, answer, undefined)
    expect(journal.unproven()).toEqual([])
    scene.clock.advance(200_000)
    expect(
      journal
        .unproven()
        .map((purchase) => purchase.id)
        .sort(),
    ).toEqual([terms(1).id, terms(3).id].sort())
  })
})

describe('isHeld', () => {
  const worker = { pid: 1, token: 'a', isAlive: () => true, uptime: () => 0 }
  const row = { owner: 'b', owner_pid: 2n, lease_until: BigInt(leaseMs) }

  test('default: true for a living process within its lease', () => {
    expect(isHeld(row, worker, 0)).toBe(true)
    expect(isHeld(row, { ...worker, isAlive: () => false }, 0)).toBe(false)
    expect(isHeld({ ...row, owner: null }, worker, 0)).toBe(false)
  })

  test('behavior: false for a lease far in the future, after the clock was set back', () => {
    expect(isHeld(row, worker, -3 * leaseMs)).toBe(false)
  })
})

describe('findOpen and holder', () => {
  test('default: the columns of a holder are those written for it', () => {
    using scene = journalScene()
    scene.process(1).budget.reserve(terms(1))
    const database = openDatabase(scene.folder)
    const worker = { pid: 7, token: 'seven', isAlive: () => true, uptime: () => 0 }
    database.run(`UPDATE purchases SET ${holding}`, ...holder(worker, scene.clock.now() + 1))
    expect(database.row('SELECT owner, owner_pid FROM purchases')).toEqual({
      owner: 'seven',
      owner_pid: 7n,
    })
    expect(findOpen(database, worker, scene.clock.now(), { request })).toMatchObject({ id })
    database.close()
  })
})
