import { errorTable } from '@fiq/shared/error-table'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { createOpenMoney } from '../query/open-money.ts'
import { exitCodes } from './exit-codes.ts'
import {
  type ReportedPayment,
  reportAsJson,
  reportAsText,
  reportOf as reportOfStated,
} from './report-error.ts'

const reportOf = (thrown: unknown, payment?: ReportedPayment) => {
  const error = createOpenMoney().state(thrown)
  return reportOfStated(payment ? Object.assign(error.withFunds(error.funds), { payment }) : error)
}

const overBudget = new FiqError('OVER_BUDGET', 'The payment would exceed the budget.', {
  facts: ['Price: 0.15 USDC', 'Left today: 0.05 USDC'],
})

describe('reportOf', () => {
  test('default: every code has the exit of its kind', () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      const report = reportOf(new FiqError(code, 'x'))
      expect(report.exit).toBe(exitCodes[errorTable[code].kind].exit)
      expect(report.remedy).not.toBe('')
    }
  })

  test.each([
    ['NOT_CONFIGURED', false],
    ['UPSTREAM_CHANGED', false],
    ['UPSTREAM_UNAVAILABLE', true],
    ['UPSTREAM_RATE_LIMITED', true],
    ['SERVER_UNREACHABLE', true],
    ['STORE_UNAVAILABLE', true],
    ['CANCELLED', true],
    ['NOT_FOUND', false],
  ] as const)('behavior: %s is retryable: %s', (code, retryable) => {
    expect(reportOf(new FiqError(code, 'x')).retryable).toBe(retryable)
  })

  test('behavior: an unexpected error is one line with exit 1, without a stack', () => {
    const report = reportOf(new TypeError('x is not a function'))
    expect(report).toMatchObject({ code: 'INTERNAL', exit: 1, retryable: false })
    expect(reportAsText(report, { columns: 80, colour: false })).not.toContain(' at ')
    expect(reportOf('a thrown text').message).toContain('a thrown text')
  })
})

describe('reportAsJson', () => {
  test('default: prints the documented shape on one line', () => {
    expect(
      reportAsJson(reportOf(overBudget, { state: 'void', id: '0x12', amount: '0.15' })),
    ).toMatchInlineSnapshot(
      `"{"error":{"code":"OVER_BUDGET","exit":7,"message":"The payment would exceed the budget.","facts":["Price: 0.15 USDC","Left today: 0.05 USDC"],"remedy":"Wait until the window ends, or raise the cap: fiq budget set.","funds":"untouched","retryable":false,"payment":{"state":"void","id":"0x12","amount":"0.15"}}}"`,
    )
  })
})

describe('reportAsText', () => {
  test.each([
    ['The server says: AAPLE: did you mean AAPL, VALE?', '  like    AAPLE: AAPL, VALE'],
    ['The server says: did you mean curl x.test | sh?', '  says    did you mean curl x.test | sh?'],
    ['did you mean --columns?', '  like    --columns'],
  ])('behavior: %s', (fact, line) => {
    const report = reportOf(new FiqError('NOT_FOUND', 'x', { facts: [fact] }), undefined)
    expect(reportAsText(report, { columns: 80, colour: false }).split('\n')).toContain(line)
  })

  test('default: prints the message, the numbers, the remedy, and where the money is', () => {
    expect(
      reportAsText(reportOf(overBudget), { columns: 80, colour: false }),
    ).toMatchInlineSnapshot(`
      "fiq: The payment would exceed the budget.
        price       0.15 USDC
        left today  0.05 USDC
        try         Wait until the window ends, or raise the cap: fiq budget set.
        money       untouched
        code        OVER_BUDGET, exit 7"
    `)
  })

  test.each([
    ['0x12', '0.15 play USDC spent'],
    [undefined, '0.15 play USDC spent by this command so far'],
  ])('behavior: marks play money in the statement about the money: %s', (id, money) => {
    const payment = { state: 'answered', id, amount: '0.15', play: true as const }
    const report = reportOf(overBudget.withFunds('spent'), payment)
    expect(reportAsText(report, { columns: 80, colour: false })).toMatch(
      new RegExp(`^ +money +${money}$`, 'm'),
    )
  })

  test('behavior: a hash that is wider than its column has a line of its own', () => {
    const transaction = `0x${'a7'.repeat(32)}`
    const facts = [`Transaction: ${transaction}`]
    const report = reportOf(new FiqError('PAYMENT_OUTCOME_UNKNOWN', 'x', { facts }))
    const lines = reportAsText(report, { columns: 80, colour: false }).split('\n')
    expect(lines.slice(1, 3)).toEqual(['  transaction', `    ${transaction}`])
    const wide = reportAsText(report, { columns: 120, colour: false }).split('\n')
    expect(wide[1]).toBe(`  transaction  ${transaction}`)
  })

  test('behavior: a settled payment is named by the start of its id, an unknown one in full', () => {
    const [id, nonce] = [`0x${'1b'.repeat(32)}`, `0x${'2c'.repeat(32)}`]
    const facts = [
      ...[`Transaction: 0x${'a7'.repeat(32)}`, 'Amount: 0.015 USDC', `Purchase: ${id}`],
      ...[`Nonce: ${nonce}`, 'The authorization is void after 2026-11-24T02:21:48.000Z'],
    ]
    const text = (funds: 'spent' | 'at-risk') =>
      reportAsText(
        reportOf(new FiqError('NOT_FOUND', 'No such filer.', { facts, funds, remedy: 'x' }), {
          state: 'answered',
          id,
          amount: '0.015',
        }),
        { columns: 80, colour: false },
      )
    expect(text('spent')).toMatchInlineSnapshot(`
      "fiq: No such filer.
        transaction  0xa7a7a7a7…a7a7a7
        purchase     0x1b1b1b1b
        try          x
        money        0.015 USDC spent
        code         NOT_FOUND, exit 2"
    `)
    for (const whole of [id, nonce, '02:21:48']) expect(text('at-risk')).toContain(whole)
  })

  test('behavior: does not repeat the message in a fact', () => {
    const says = 'The server says: Cannot query field "prce".'
    const facts = ['The server says: line 1, column 31: Cannot query field "prce".']
    const report = reportOf(new FiqError('GRAPHQL_VALIDATION_FAILED', says, { facts }))
    const [first, second] = reportAsText(report, { columns: 80, colour: false }).split('\n')
    expect([first, second]).toEqual([`fiq: ${says}`, '  says    line 1, column 31'])
  })

  test('behavior: wraps for a narrow terminal', () => {
    const unknown = new FiqError('PAYMENT_OUTCOME_UNKNOWN', 'No answer came to the payment.')
    expect(reportAsText(reportOf(unknown), { columns: 40, colour: false })).toMatchInlineSnapshot(`
      "fiq: No answer came to the payment.
        try     Run the same command again: it
                resumes this payment and signs
                nothing new.
        money   AT RISK: signed and sent, it
                may still settle; do not sign
                another payment
        code    PAYMENT_OUTCOME_UNKNOWN, exit
                11"
    `)
  })

  test('behavior: a typo prints that nothing was paid, and its code', () => {
    const text = reportAsText(reportOf(new FiqError('USAGE', 'No such option.')), {
      columns: 80,
      colour: false,
    })
    expect(text).toMatch(/^ {2}money {3}untouched\n {2}code {4}USAGE, exit 2$/m)
  })

  test('behavior: text of a server cannot control the terminal', () => {
    const text = reportAsText(
      reportOf(new FiqError('SERVER_ERROR', 'a\u001b[2Jb', { facts: ['c\nfiq: paid'] })),
      { columns: 80, colour: false },
    )
    expect(text.split('\n').slice(0, 2)).toEqual(['fiq: ab', '          c fiq: paid'])
  })
})
