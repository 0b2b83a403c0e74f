import { expect, test } from 'vitest'
import type { Wallet } from '../wallet/wallet.ts'
import { createApprovals } from './approvals.ts'
import type { Offer } from './offer.ts'

test('default: shows one quote at a time, in order, each with its own reply', async () => {
  const approvals = createApprovals()
  let changes = 0
  approvals.subscribe(() => changes++)
  const [first, second] = [{ credits: 1 }, { credits: 2 }] as unknown as [Offer, Offer]
  const answers = Promise.all([approvals.prompt(first), approvals.prompt(second)])
  expect(approvals.current()?.offer).toBe(first)
  const wallet: Wallet = {
    name: 'w',
    address: '0x',
    sign: async () => '0x',
    signText: async () => '0x',
  }
  approvals.current()?.decide(wallet)
  expect(approvals.current()?.offer).toBe(second)
  approvals.current()?.decide(undefined)
  expect(await answers).toEqual([wallet, undefined])
  expect([approvals.current(), changes]).toEqual([undefined, 4])
})
