import { parseUsdc } from '@fiq/shared/money/usdc'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import { testQuote as quote } from '../testing/test-quote.ts'
import { approvalText, rowsShownMax } from './approval-text.ts'

const known: PayeeStanding = { status: 'known', since: Date.parse('2026-11-01') }
const standing = { day: 0n, days30: 0n, session: 0n }

describe('approvalText', () => {
  test('behavior: cleans foreign text, counts many rows, and names an overrun', () => {
    const text = approvalText({
      quote: {
        ...quote,
        label: '\u001b[31mred\u202e',
        rows: Array.from({ length: rowsShownMax + 3 }, (_, i) => [`r${i}\u200b`, 1, 1] as const),
      },
      payee: known,
      standing: { ...standing, day: 1_990_000n },
      limits: defaultLimits,
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(text).not.toMatch(/[\u001b\u202e\u200b]/)
    expect(text).toContain('and 3 more rows')
    expect(text).toContain('OVER BUDGET')
  })

  test('default: fits 80 columns, and uses the singular for one credit', () => {
    const path = 'x'.repeat(90)
    const rows = [
      ['status', 1, 1] as const,
      ['minimum', 1, 4, '12000'] as const,
      [path, 1, 1] as const,
    ]
    const payee: PayeeStanding = { ...known, paid: 10n ** 12n, payments: 12_345 }
    const text = approvalText({ quote: { ...quote, rows }, payee, standing, limits: defaultLimits })
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
    expect(text).toContain(`${'status'.padEnd(47)}  1 × 1 credit`)
    expect(text).toContain(`${'minimum'.padEnd(47)}  1 × 4 credits`)
  })

  test('behavior: the shown price is the paid price; each budget shows before, after and its cap', () => {
    const atomic = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const standings = fc.record({ day: atomic, days30: atomic, session: atomic })
    const caps = fc.record({ perDay: atomic, per30Days: atomic, perSession: atomic })
    fc.assert(
      fc.property(atomic, standings, caps, (amount, spent, cap) => {
        const limits = { ...defaultLimits, ...cap }
        const proposal = { quote: { ...quote, amount }, payee: known, standing: spent, limits }
        const text = approvalText(proposal)
        expect(atomicIn(/Pay ([\d.,]+) USDC/.exec(text)?.[1])).toBe(amount)
        const budgets = text.matchAll(
          /^ {2}(?:24 h|30 days|session) +([\d.,]+) → +([\d.,]+) of +([\d.,]+)(.*)$/gm,
        )
        const shown = [...budgets].map(([, before, after, of, over]) => [
          ...[before, after, of].map(atomicIn),
          over !== '',
        ])
        const windowOf = (before: bigint, of: bigint) => {
          const after = before + amount
          return [before, after, of, after > of]
        }
        expect(shown).toEqual([
          windowOf(spent.day, cap.perDay),
          windowOf(spent.days30, cap.per30Days),
          ...(spent.session > 0n || amount > cap.perSession
            ? [windowOf(spent.session, cap.perSession)]
            : []),
        ])
      }),
    )
  })
})

function atomicIn(text = ''): bigint {
  return parseUsdc(text.replaceAll(',', ''))
}
