import { describe, expect, test } from 'vitest'
import { createOpenMoney } from '../../query/open-money.ts'
import { reportAsText, reportOf } from '../../terminal/report-error.ts'
import { terms } from '../testing/test-terms.ts'
import { PaymentError } from './payment-error.ts'

describe('PaymentError', () => {
  test('default: states the purchase, the amount, and until when it may settle', () => {
    const purchase = { ...terms(1), state: 'signed' } as const
    const error = new PaymentError('PAYMENT_OUTCOME_UNKNOWN', 'Lost.', purchase, 'unknown')
    expect(error.toJSON()).toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      kind: 'outcome-unknown',
      funds: 'at-risk',
      payment: { state: 'unknown', id: purchase.id, amount: '0.015' },
      facts: [
        'Amount: 0.015 USDC',
        `Purchase: ${purchase.id}`,
        `Nonce: ${purchase.id}`,
        'The authorization is void after 2027-01-15T08:01:00.000Z',
      ],
    })
  })

  test('behavior: marks play money', () => {
    const purchase = { ...terms(1), isPlay: true } as const
    const error = new PaymentError('PAYMENT_OUTCOME_UNKNOWN', 'Lost.', purchase, 'unknown')
    expect(error.facts).toContain('Amount: 0.015 USDC of play money')
    expect(error.payment).toMatchObject({ amount: '0.015', play: true })
    const text = reportAsText(reportOf(createOpenMoney().state(error)), {
      columns: 200,
      colour: false,
    })
    expect(text).toContain('0.015 play USDC AT RISK')
  })
})
