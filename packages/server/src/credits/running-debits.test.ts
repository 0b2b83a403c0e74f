import { expect, test } from 'vitest'
import { createOrganisation, identify, issueKey } from '../accounts/accounts.ts'
import { openSqliteAccessStore } from '../storage/accounts/testing/sqlite-access-store.ts'
import { createCredits } from './credits.ts'
import { withRunningDebits } from './running-debits.ts'

async function scene() {
  const store = openSqliteAccessStore(':memory:')
  const ports = { store, nowMs: () => Date.UTC(2026, 10, 20) }
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, ports)
  const { key } = await issueKey({ organisation: id, name: 'a' }, ports)
  const who = await identify(`Bearer ${key}`, ports)
  return { store, who, ...withRunningDebits(createCredits(ports)) }
}
const once = { key: 'k', request: 'digest' }
const answer = { status: 200, body: '{}' }

test('default: an operation runs from its debit until it is answered or refunded', async () => {
  const { credits, running, who } = await scene()
  const [one, other] = [await credits.take(who, 5), await credits.take(who, 5)]
  const third = await credits.takeOnce(who, 5, once)
  expect(await credits.takeOnce(who, 5, once)).toBe('known')
  if (third === 'known') throw new Error('The key is new.')
  expect([...running]).toEqual([one.id, other.id, third.id])
  credits.answered(one)
  await credits.refund(other, 5)
  await credits.storeOnce(third, once, answer, 0)
  expect([...running]).toEqual([])
})

test('error: a debit that is not taken, or whose end cannot be written, does not run', async () => {
  const { credits, running, store, who } = await scene()
  await expect(credits.take(who, 1_001)).rejects.toMatchObject({ code: 'CREDITS_EXHAUSTED' })
  const [one, other] = [await credits.take(who, 5), await credits.takeOnce(who, 5, once)]
  if (other === 'known') throw new Error('The key is new.')
  await store.close()
  await expect(credits.refund(one, 5)).rejects.toThrow()
  await expect(credits.storeOnce(other, once, answer, 0)).rejects.toThrow()
  expect([...running]).toEqual([])
})
