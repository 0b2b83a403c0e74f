import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { FetchOwner } from '../rate-limit/request-gate.ts'
import { createFetchBudgets } from './fetch-budgets.ts'

const payer = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const address = '192.0.2.1'

async function signedBy(signer = payer): Promise<Payment> {
  const authorization: Authorization = {
    from: payer.address,
    to: `0x${'b'.repeat(40)}`,
    value: 15_000n,
    validAfter: 0n,
    validBefore: 2_000n,
    nonce: `0x${'7'.repeat(64)}`,
  }
  const signature = await signer.signTypedData(typedDataOf(authorization))
  return { authorization, signature } as Payment
}

function scene(credits = 0) {
  const spent: Record<string, number> = {}
  const clock = { nowMs: 1 }
  const nameOf = (owner: FetchOwner) => ('customer' in owner ? owner.customer : owner.address)
  const budgets = createFetchBudgets({
    async spend(owner, units = 1) {
      spent[nameOf(owner)] = (spent[nameOf(owner)] ?? 0) + units
    },
    credits: { balance: async () => ({ prepaid: credits, allotment: 0 }) as never },
    nowMs: () => clock.nowMs,
  })
  return { budgets, spent, clock }
}

describe('openFetchBudgets', () => {
  test("default: an unknown caller, a new payer and a key without credits use their address's budget", async () => {
    const { budgets, spent } = scene(0)
    for (const requester of [
      { address },
      { address, payment: await signedBy() },
      { address, organisation: { id: 'acme' } },
    ])
      await budgets.of(requester)?.spend()
    expect(spent).toEqual({ [address]: 3 })
  })

  test('default: an organisation with credits uses its own budget', async () => {
    const { budgets, spent } = scene(5)
    await budgets.of({ address, organisation: { id: 'acme' } })?.spend()
    expect(spent).toEqual({ 'organisation:acme': 1 })
  })

  test('behavior: a payer who bought something uses its own budget for an hour', async () => {
    const { budgets, spent, clock } = scene()
    const name = `payer:${payer.address.toLowerCase()}`
    const first = { address, payment: await signedBy() }
    budgets.refund(first)
    await budgets.of({ ...first })?.spend()
    expect(spent).toEqual({ [name]: 1 })
    clock.nowMs += 60 * 60_000 + 1
    await budgets.of({ ...first })?.spend()
    expect(spent).toEqual({ [name]: 1, [address]: 1 })
  })

  test("error: a forged payment in the name of a customer uses the address's budget", async () => {
    const { budgets, spent } = scene()
    budgets.refund({ address, payment: await signedBy() })
    await budgets.of({ address, payment: await signedBy(stranger) })?.spend()
    expect(spent).toEqual({ [address]: 1 })
  })

  test('behavior: a sale returns what it used, and a build returns what it did not send', async () => {
    const { budgets, spent } = scene()
    const requester = { address, payment: await signedBy() }
    await budgets.of(requester)?.spend()
    await budgets.of(requester)?.spend()
    await budgets.of(requester)?.refund(1)
    await budgets.of(requester)?.refund(5)
    expect(spent[address]).toBe(0)
    await budgets.of(requester)?.spend()
    budgets.refund(requester)
    budgets.refund(requester)
    expect(spent[address]).toBe(0)
  })

  test('behavior: counts nothing without an address', () => {
    expect(scene().budgets.of({})).toBeUndefined()
  })
})
