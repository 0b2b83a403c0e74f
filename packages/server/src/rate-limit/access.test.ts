import { expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { openAccess } from './access.ts'

test('default: gate and credits share accounts and clock', async () => {
  let now = 1_700_000_000_000
  const store = openSqliteAccessStore(':memory:')
  const { accounts, gate, credits, close } = openAccess({
    store,
    requestsPerMinute: 1,
    nowMs: () => now,
    report() {},
  })
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, accounts)
  const { key } = await issueKey({ organisation: id, name: 'a' }, accounts)
  const sender = { authorization: `Bearer ${key}`, pays: false, address: '192.0.2.1' }
  const { identity } = await gate.admit(sender)
  expect((await credits.take(identity!, 5)).balance.allotment).toBe(995)
  await expect(gate.admit(sender)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  now += 60_000
  await gate.admit(sender)
  const debit = await credits.take(identity!, 5)
  credits.answered(debit)
  await close()
  const { store: kept } = accounts
  // The first debit was not answered.
  expect(await kept.refundUnanswered(await kept.unanswered(), now)).toBe(1)
})
