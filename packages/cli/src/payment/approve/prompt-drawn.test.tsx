import { describe, expect, test } from 'vitest'
import { textWidth } from '../../terminal/format/text-width.ts'
import { memoryCanvas } from '../../terminal/testing/memory-canvas.ts'
import { defaultLimits } from '../budget/limits.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { testQuote } from '../testing/test-quote.ts'
import type { Proposal } from './approval-facts.ts'
import { readingMs } from './approval-view.tsx'
import { promptDrawn } from './prompt-drawn.tsx'

const quote: CheckedQuote = {
  ...testQuote,
  rows: [
    ['entityByTicker.financials.income', 4, 12],
    ['quotes', 4, 8],
  ],
}
const proposal: Proposal = {
  quote,
  payee: { status: 'known', since: Date.parse('2026-11-01') },
  standing: { day: 1_000_000n, days30: 1_000_000n, session: 0n },
  limits: defaultLimits,
  wallet: 'main',
}

describe('promptDrawn', () => {
  test('default: shows everything needed for the decision, and the reply at the end', async () => {
    const { reply, press, read, frame } = scene()
    const asked = await frame('[y] pay once')
    await read()
    await press('y')
    expect(await reply).toBe('once')
    expect(asked).toMatchInlineSnapshot(`
      "╭──────────────────────────────────────────────────────────────────────────────╮
      │ Pay 0.060 USDC to fiq.example?                                               │
      │                                                                              │
      │ for      quotes AAPL MSFT                                                    │
      │ rows     entityByTicker.financials.income  4 × 3 credits  0.036              │
      │          quotes                            4 × 2 credits  0.024              │
      │          together                          20 credits     0.060              │
      │ note     the server sent no itemised rows; fiq computed these rows           │
      │ to       0x00000000000000000000000000000000000000aa                          │
      │          known since 2026-11-01                                              │
      │ with     wallet main, USDC on Base; valid 60 s                               │
      │                                                                              │
      │ 24 h     █████████▓░░░░░░░░░░  1.000 → 1.060 of  2.000                       │
      │ 30 days  ▓░░░░░░░░░░░░░░░░░░░  1.000 → 1.060 of 20.000                       │
      │                                                                              │
      │ [y] pay once   [a] session, up to 1.000   [d] details   [n] no (Enter)       │
      ╰──────────────────────────────────────────────────────────────────────────────╯"
    `)
    expect(await frame('yes, once')).not.toContain('[y]')
  })

  test.each([
    ['a', 'session'],
    ['n', 'no'],
    ['\r', 'no'],
    ['\u001b', 'no'],
    ['\u0003', 'interrupted'],
  ])('behavior: %j replies %s', async (key, answer) => {
    const { reply, press, read, frame } = scene()
    await frame('[y] pay once')
    await read()
    await press(key)
    expect(await reply).toBe(answer)
  })

  test('behavior: ignores a yes that was typed before the prompt was readable, or pasted', async () => {
    const { reply, press, read, frame } = scene()
    await frame('[y] pay once')
    await press('y')
    await press('a')
    await read()
    await press('\u001b[200~y\u001b[201~')
    await press('yes')
    await press('n')
    expect(await reply).toBe('no')
  })

  test('behavior: names a new payee and an overrun, and cleans foreign text', async () => {
    const { press, reply, frame } = scene({
      quote: { ...quote, label: '\u001b[31mred\u202e', rows: [['a\u200b\u001b[2Jb', 1, 1]] },
      payee: { status: 'new', trust: 'first' },
      standing: { day: 1_990_000n, days30: 0n, session: 0n },
    })
    const shown = await frame('[y] pay once')
    await press('n')
    await reply
    expect(shown).toContain('NEW: this server was never')
    expect(shown).toContain('OVER BUDGET')
    expect(shown).toMatch(/│ for +red +│/)
    expect(shown).toContain('ab ')
  })

  test('behavior: shows the sum already paid to this payee, and details on request', async () => {
    const { press, reply, frame } = scene({
      payee: { status: 'known', since: Date.parse('2026-11-01'), paid: 180_000n, payments: 12 },
    })
    expect(await frame('[y] pay once')).toContain('known since 2026-11-01, paid 12 times')
    await press('d')
    const details = await frame('tariff')
    expect(details).toContain('https://fiq.example/api/graphql')
    expect(details).toContain('paid     0.180 USDC so far')
    expect(details).toContain('asset    USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
    expect(details).not.toContain('30 days')
    expect(details).toContain('[d] back')
    await press('d')
    await frame('30 days')
    await press('n')
    expect(await reply).toBe('no')
  })

  test('behavior: asks about a session as a whole', async () => {
    const { press, reply, read, frame } = scene({ wholeSession: true })
    expect(await frame('[y] session, up to 1.000')).not.toContain('[a]')
    await read()
    await press('y')
    expect(await reply).toBe('once')
  })

  test.each([56, 60, 80, 120, 200])(
    'behavior: in %i columns nothing is too wide or too high, and the address is complete',
    async (columns) => {
      const rows = Array.from(
        { length: 40 },
        (_, i) => [`part${i}.${'x'.repeat(60)}`, 1, 1] as const,
      )
      const { press, reply, frame } = scene({ quote: { ...quote, rows } }, columns)
      const lines = (await frame('[y] pay once')).split('\n')
      await press('n')
      await reply
      expect(Math.max(...lines.map(textWidth))).toBe(Math.min(columns, 100))
      expect(lines.length).toBeLessThanOrEqual(24)
      expect(lines.join('\n')).toContain(quote.payTo)
      expect(lines.join('\n')).toMatch(/and 3\d more rows .*\n.*together .* 20 credits +0\.060 /)
    },
  )

  test('error: does not pay if the terminal disappears', async () => {
    const { reply, frame, input } = scene()
    await frame('[y] pay once')
    input.end()
    expect(await reply).toBe('interrupted')
  })
})

function scene(given: Partial<Proposal> = {}, columns = 80) {
  const { canvas, input, until, pass, press } = memoryCanvas({ columns })
  const reply = promptDrawn({ ...proposal, ...given }, canvas)
  return {
    reply,
    input,
    press,
    /** The last drawn box that contains the text. */
    frame: (text: string) =>
      until((written) => {
        const boxes = written.match(/╭[^╯]*╯/g) ?? []
        return boxes.findLast((box) => box.includes(text))
      }),
    /** Lets the time pass during which no key counts as consent. */
    read: async () => expect(new Set(await pass())).toEqual(new Set([readingMs])),
  }
}
