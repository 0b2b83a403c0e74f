import { describe, expect, test } from 'vitest'
import type { Limits } from '../budget/limits.ts'
import { defaultLimits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import { testQuote } from '../testing/test-quote.ts'
import { isPayeeAccepted, payeeNotTrusted } from './payee-consent.ts'

const known: PayeeStanding = { status: 'known', since: 0 }
const given: PayeeStanding = { status: 'new', trust: 'given' }
const first: PayeeStanding = { status: 'new', trust: 'first' }
const further: PayeeStanding = { status: 'new', trust: 'none' }
const yes = { yes: true }
const cap = { maxPrice: 60_000n, maxPriceApproves: true }

describe('isPayeeAccepted', () => {
  // Standing of the payee, flags, whether a terminal is present.
  test.each<[PayeeStanding, Partial<Limits>, boolean, boolean]>([
    [known, {}, true, true],
    [known, {}, false, true],
    [given, {}, true, true],
    [given, {}, false, true],
    [first, {}, true, false],
    [first, {}, false, false],
    [first, yes, true, true],
    [first, yes, false, true],
    [first, cap, true, false],
    [first, cap, false, true],
    // From the environment or the settings, so it applies to every command.
    [first, { maxPrice: 60_000n }, false, false],
    [further, yes, true, false],
    [further, yes, false, false],
    [further, cap, false, false],
    [further, { ...yes, ...cap }, false, false],
  ])('default: decides case %#', (payee, limits, interactive, expected) => {
    expect(isPayeeAccepted(payee, { ...defaultLimits, ...limits }, interactive)).toBe(expected)
  })
})

describe('payeeNotTrusted', () => {
  test('error: names the remedies, for a further server without --yes', () => {
    expect(payeeNotTrusted(testQuote, first).remedy).toContain('--yes, --max-spend, --trust')
    expect(payeeNotTrusted(testQuote, further)).toMatchObject({
      code: 'APPROVAL_NEEDED',
      remedy: `To pay this server, add --trust ${testQuote.origin}, or run fiq payees trust ${testQuote.origin}. Nothing was signed.`,
    })
  })
})
