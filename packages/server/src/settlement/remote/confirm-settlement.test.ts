import { expect, test } from 'vitest'
import { claimOf, keyOf } from '../../storage/payments/testing/payments.ts'
import { confirmSettlement } from './confirm-settlement.ts'

const transaction = `0x${'c'.repeat(64)}` as const

test.each([1, 2, 3])(
  'error: a reported transaction without a receipt is unknown after %i looks, with a pause between two',
  async (receiptLooksMax) => {
    const steps: string[] = []
    const chain = {
      async request({ method }: { method: string }) {
        if (method !== 'eth_getTransactionReceipt') throw new Error('down')
        steps.push('look')
        return null
      },
    }
    const pause = async () => void steps.push('pause')
    const ports = { chain: chain as never, receiptLooksMax, pause }
    const outcome = await confirmSettlement(ports, claimOf(keyOf(1)).signed, {
      outcome: 'settled',
      transaction,
    })
    expect(outcome).toMatchObject({ outcome: 'unknown', transaction })
    expect(steps.join(' ')).toBe(Array(receiptLooksMax).fill('look').join(' pause '))
  },
)
