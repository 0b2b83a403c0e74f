import { describe, expect, test } from 'vitest'
import {
  approvalForm,
  mayApproveInWindow,
  showsForms,
  waitingForm,
  windowAnswerOf,
} from './approval-form.ts'
import type { Approval } from './approvals.ts'

type Quote = Partial<Approval['quote']>
const approval = (quote: Quote = {}) =>
  ({
    amount: 15_000n,
    payTo: `0x${'a'.repeat(40)}`,
    quote: { origin: 'https://fiq.example', payee: 'known', label: 'quotes A', rows: [], ...quote },
  }) as unknown as Approval

describe('approvalForm', () => {
  test('default: shows amount, payee, server and query; approving is not the default', () => {
    const { message, requestedSchema } = approvalForm(approval({ asked: ['quotes(tickers: A)'] }))
    expect(message.split('\n')).toEqual([
      `Pay 0.015 USDC to 0x${'a'.repeat(40)} (known) at https://fiq.example for:`,
      'quotes(tickers: A)',
    ])
    expect(requestedSchema).toMatchObject({
      required: ['approve'],
      properties: { approve: { default: false } },
    })
  })

  test('behavior: foreign text is cleaned and bounded, and more lines are counted', () => {
    const asked = ['a\u001b[2Jb\u202e\u200b', 'x'.repeat(1_000), ...Array(12).fill('more')]
    const lines = approvalForm(approval({ asked })).message.split('\n')
    expect(lines[1]).toBe('ab')
    expect(lines[2]).toBe('x'.repeat(200))
    expect([lines.length, lines.at(-1)]).toEqual([14, 'and 2 more lines'])
  })
})

test('waitingForm: behavior: names the payment in one clean line, and takes no reply', () => {
  const label = 'quotes\u001b]0;x\u0007 A\nB\u202e'
  const { message, requestedSchema } = waitingForm(approval({ label, play: true }))
  expect(message).toMatch(/^A payment of 0\.015 play USDC for quotes A B? ?to 0xa+ \(known\) waits/)
  expect(requestedSchema.properties).toEqual({})
  expect(waitingForm(approval()).message).toMatch(/^A payment of 0\.015 USDC for quotes A to/)
  expect(approvalForm(approval({ play: true })).message).toMatch(/^Pay 0\.015 play USDC to/)
})

describe('mayApproveInWindow', () => {
  test.each([
    [undefined, {}, false],
    [15_000n, {}, true],
    [14_999n, {}, false],
    [15_000n, { isNewPayee: true as const }, false],
  ])('behavior: up to %s with %j: %s', (windowMax, quote, may) => {
    expect(mayApproveInWindow({ windowMax } as never, approval(quote))).toBe(may)
  })
})

test.each<[unknown, string]>([
  [{ action: 'accept', content: { approve: true } }, 'approved'],
  [{ action: 'accept', content: { approve: false } }, 'denied'],
  [{ action: 'decline' }, 'denied'],
  [{ action: 'cancel' }, 'undecided'],
  [{ action: 'accept', content: { approve: 'true' } }, 'malformed'],
  [{ action: 'accept' }, 'malformed'],
  [{ action: 'accept', content: [] }, 'malformed'],
  [{ content: { approve: true } }, 'malformed'],
  [undefined, 'malformed'],
])('behavior: the reply %j is %s', (result, answer) => {
  expect(windowAnswerOf(result)).toBe(answer)
})

test.each<[unknown, boolean]>([
  [{}, true],
  [{ form: {} }, true],
  [{ form: {}, url: {} }, true],
  [{ url: {} }, false],
  [undefined, false],
])('behavior: a client that declares elicitation %j shows forms: %s', (declared, shows) => {
  expect(showsForms(declared)).toBe(shows)
})
