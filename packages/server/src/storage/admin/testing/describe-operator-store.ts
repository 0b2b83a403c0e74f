import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordedAction } from '../../../http/admin/operator-change.ts'
import { codeMs, createSessions, type Sessions } from '../../../http/admin/sessions.ts'
import { sessionLimits } from '../../../http/session/browser-sessions.ts'
import type { Database } from '../../database/database.ts'
import { createOperatorStore, type OperatorStore } from '../operator-store.ts'

/** Tests that every driver of the operator store passes. */
export function describeOperatorStore(name: string, open: () => Promise<Database>): void {
  describe(`operators on ${name}`, () => {
    const clock = { nowMs: 1_700_000_000_000 }
    let database: Database
    let store: OperatorStore
    let sessions: Sessions
    const openInstance = () => {
      const ports = { nowMs: () => clock.nowMs, random: randomBytes }
      return createSessions({ store: createOperatorStore(database), ...ports })
    }
    beforeEach(async () => {
      clock.nowMs = 1_700_000_000_000
      database = await open()
      store = createOperatorStore(database)
      sessions = openInstance()
      await store.addOperator({ name: 'ann', createdAt: clock.nowMs })
    })
    afterEach(() => database.close())
    const signIn = async () => sessions.signIn((await sessions.newCode('ann')).code)

    test('default: a code signs in once, and every instance knows the session', async () => {
      const { code, expiresAt } = await sessions.newCode('ann')
      expect(expiresAt).toBe(clock.nowMs + 600_000)
      const { id, session } = await sessions.signIn(code)
      expect(session.owner).toBe('ann')
      expect(await openInstance().find(id, true)).toEqual(session)
      await expect(sessions.signIn(code)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
    })

    test('behavior: stores codes and session ids only as hashes', async () => {
      const { code } = await sessions.newCode('ann')
      expect(JSON.stringify(await database.read('select hash from operator_codes'))).not.toContain(
        code,
      )
      const { id } = await sessions.signIn(code)
      const kept = JSON.stringify(await database.read('select hash from operator_sessions'))
      expect(kept).not.toContain(id)
    })

    test('error: refuses a code of another length, an unknown and an expired one with the same error', async () => {
      const { code } = await sessions.newCode('ann')
      clock.nowMs += codeMs
      for (const wrong of ['', 'x'.repeat(43), `${code}=`, code])
        await expect(sessions.signIn(wrong)).rejects.toThrow('unknown, used or older')
    })

    test('behavior: a session ends when unused, and at the latest after half a day', async () => {
      const idle = await signIn()
      clock.nowMs += sessionLimits.idleMs - 1
      expect(await sessions.find(idle.id, false)).toBeDefined()
      clock.nowMs += 1
      expect(await sessions.find(idle.id, true)).toBeUndefined()

      const busy = await signIn()
      const steps = sessionLimits.wholeMs / (sessionLimits.idleMs / 2)
      for (let step = 1; step < steps; step += 1) {
        clock.nowMs += sessionLimits.idleMs / 2
        expect(await sessions.find(busy.id, true)).toBeDefined()
      }
      clock.nowMs += sessionLimits.idleMs / 2
      expect(await sessions.find(busy.id, true)).toBeUndefined()
    })

    test('behavior: signing out ends a session; removing an operator ends sessions and codes', async () => {
      const [one, two] = [await signIn(), await signIn()]
      const { code } = await sessions.newCode('ann')
      await sessions.signOut(one.id)
      expect(await sessions.find(one.id, true)).toBeUndefined()
      expect(await sessions.find(two.id, true)).toBeDefined()
      expect(await store.removeOperator('ann')).toBe(true)
      expect(await store.removeOperator('ann')).toBe(false)
      expect(await sessions.find(two.id, true)).toBeUndefined()
      await expect(sessions.signIn(code)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
      expect(await store.operators()).toEqual([])
    })

    test('error: refuses a taken name, and a code for an unknown operator', async () => {
      expect(await store.addOperator({ name: 'ann', createdAt: 1 })).toBe(false)
      await expect(sessions.newCode('bob')).rejects.toThrow()
    })

    test('default: lists actions newest first, with their outcomes', async () => {
      const act = (n: number, run: () => Promise<number>) => {
        const what = { action: 'grant credits', subject: 'org-1', detail: `${n} credits` }
        const action = { id: `id-${n}`, operator: 'ann', ...what, createdAt: clock.nowMs + n }
        return recordedAction(action, store, run)
      }
      expect(await act(1, async () => 7)).toBe(7)
      await expect(act(2, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
      await store.beginAction({
        id: 'id-3',
        operator: 'ann',
        action: 'reconcile',
        subject: '',
        detail: '',
        createdAt: clock.nowMs + 3,
      })
      const all = await store.actions(10)
      expect(all.map(({ id, outcome }) => [id, outcome])).toEqual([
        ['id-3', undefined],
        ['id-2', 'INTERNAL'],
        ['id-1', 'done'],
      ])
      expect((await store.actions(10, all[1]!)).map(({ id }) => id)).toEqual(['id-1'])
      expect((await store.actionsOn('org-1', 10)).map(({ detail }) => detail)).toEqual([
        '1 credits',
        '2 credits',
      ])
    })
  })
}
