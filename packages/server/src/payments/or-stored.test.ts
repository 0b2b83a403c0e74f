import { expect, test } from 'vitest'
import type { PaymentRow } from '../storage/payments/payment-record.ts'
import { orStored } from './or-stored.ts'

const claimed = { state: 'claimed' } as PaymentRow
const answered = { state: 'answered', answer: { status: 200, body: 'stored' } } as PaymentRow
const withheld = { state: 'answered', isWithheld: true } as PaymentRow
const down = new Error('down')
const serve = async (row: PaymentRow | undefined) => {
  if (row?.state === 'answered') return 'stored'
  throw down
}
const rows =
  (...found: (PaymentRow | undefined | Error)[]) =>
  async () => {
    const next = found.shift()
    if (next instanceof Error) throw next
    return next
  }

test.each([
  ['that was unknown', undefined, answered],
  ['that was claimed', claimed, answered],
  ['whose answer is read only after the proof', claimed, withheld],
])(
  'default: a failed attempt at a payment %s gives the answer that was stored meanwhile',
  async (_, before, after) => {
    expect(await orStored(rows(before, after), serve)).toBe('stored')
  },
)

test.each([
  ['still unknown', undefined, undefined],
  ['still claimed', claimed, claimed],
  ['not readable now', claimed, new Error('The database is closed.')],
])('error: the failure stands if the payment is %s', async (_, before, after) => {
  await expect(orStored(rows(before, after), serve)).rejects.toBe(down)
})

test.each([answered, withheld])(
  'error: a refusal of a payment with an answer is not tried again: the proof would count twice',
  async (row) => {
    let tries = 0
    const refuse = async () => {
      tries += 1
      throw down
    }
    await expect(orStored(rows(row, row), refuse)).rejects.toBe(down)
    expect(tries).toBe(1)
  },
)
