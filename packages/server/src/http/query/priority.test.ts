import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createPriority, provenForMs } from './priority.ts'

const payer = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const address = '192.0.2.1'

/** A payment of `payer`, signed by it or by another account. */
async function signedBy(signer = payer, value = 15_000n): Promise<Payment> {
  const authorization: Authorization = {
    from: payer.address,
    to: `0x${'b'.repeat(40)}`,
    value,
    validAfter: 0n,
    validBefore: 2_000n,
    nonce: `0x${'7'.repeat(64)}`,
  }
  const signature = await signer.signTypedData(typedDataOf(authorization))
  return { authorization, signature } as Payment
}

function scene({ held = 15_000n, isWithinLimits = true } = {}) {
  const requests: string[] = []
  const clock = { nowMs: 1 }
  const state = { held }
  const priority = createPriority({
    async hasCredits(authorization) {
      requests.push(authorization)
      if (authorization === 'Bearer guessed') throw new Error('unknown')
      return authorization === 'Bearer known'
    },
    isOfPayer: async ({ secretHash }) => secretHash === 'known',
    mayProve: () => isWithinLimits,
    async balanceOf(holder) {
      requests.push(holder)
      return state.held
    },
    nowMs: () => clock.nowMs,
  })
  return { priority, requests, clock, state }
}

describe('openPriority', () => {
  test('default: a payment signed by a payer with the amount earns it, for a minute', async () => {
    const { priority, requests, clock } = scene()
    const shown = { payments: [await signedBy()] }
    expect(priority.has(shown)).toBe(false)
    expect(await priority.prove(shown, address)).toBe(true)
    expect(priority.has(shown)).toBe(true)
    expect(await priority.prove(shown, address)).toBe(true)
    expect(requests).toHaveLength(1)
    clock.nowMs += provenForMs + 1
    expect(priority.has(shown)).toBe(false)
  })

  test('default: a key with credits earns it, one without or an unknown one does not', async () => {
    const { priority } = scene()
    const earned = async (authorization: string) => {
      const shown = { authorization, payments: [] }
      return [await priority.prove(shown, address), priority.has(shown)]
    }
    expect(await earned('Bearer known')).toEqual([true, true])
    expect(await earned('Bearer empty')).toEqual([false, false])
    expect(await earned('Bearer guessed')).toEqual([false, false])
  })

  test('error: a signature of another account earns no priority, and causes no look-up', async () => {
    const { priority, requests } = scene()
    const forged = { payments: [await signedBy(stranger)] }
    expect(await priority.prove(forged, address)).toBe(false)
    expect(requests).toEqual([])
  })

  test('error: a signature of another account earns none in the name of a payer with priority', async () => {
    const { priority } = scene()
    expect(await priority.prove({ payments: [await signedBy()] }, address)).toBe(true)
    const forged = { payments: [await signedBy(stranger)] }
    expect([priority.has(forged), await priority.prove(forged, address)]).toEqual([false, false])
  })

  test('error: an empty wallet earns none with a signature', async () => {
    const { priority, state } = scene({ held: 14_999n })
    const shown = { payments: [await signedBy()] }
    expect(await priority.prove(shown, address)).toBe(false)
    state.held = 15_000n
    expect(await priority.prove(shown, address)).toBe(true)
  })

  test('error: an address above its limits, or without proof, earns none', async () => {
    const { priority, requests } = scene({ isWithinLimits: false })
    expect(await priority.prove({ payments: [await signedBy()] }, address)).toBe(false)
    expect(requests).toEqual([])
    expect(await scene().priority.prove({ payments: [] }, address)).toBe(false)
  })

  test('default: the secret of a known payment earns it, also above the limits, and is not stored', async () => {
    const { priority, requests } = scene({ isWithinLimits: false })
    const payment = await signedBy(stranger)
    const shown = (secretHash: string) => ({ payments: [{ ...payment, secretHash }] })
    expect(await priority.prove(shown('known'), address)).toBe(true)
    expect(priority.has(shown('known'))).toBe(false)
    expect(await priority.prove(shown('guessed'), address)).toBe(false)
    expect(requests).toEqual([])
  })

  test('behavior: remembers callers that were answered for a key or a payment', async () => {
    const { priority, requests } = scene()
    const shown = { payments: [await signedBy()] }
    priority.note(shown)
    expect(priority.has(shown)).toBe(true)
    expect(requests).toEqual([])
  })
})
