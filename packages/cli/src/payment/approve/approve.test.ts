import { describe, expect, test } from 'vitest'
import type { Limits } from '../budget/limits.ts'
import { defaultLimits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { testTerminal } from '../testing/test-payer.ts'
import { testQuote as quote } from '../testing/test-quote.ts'
import { createApprove } from './approve.ts'

const cheap = { ...quote, amount: 15_000n, credits: 5 }
const known: PayeeStanding = { status: 'known', since: Date.parse('2026-11-01') }
const fresh: PayeeStanding = { status: 'new', trust: 'first' }
const standing = { day: 0n, days30: 0n, session: 0n }

describe('approve', () => {
  test('default: shows and asks nothing within the automatic limit', async () => {
    const { approve, shown } = scene()
    await approve(cheap, known, standing)
    expect(shown).toEqual([])
  })

  test('default: above it, shows the quote and asks', async () => {
    const { approve, shown } = scene(['y'])
    await approve(quote, known, standing)
    expect(shown.join('')).toMatchInlineSnapshot(`
      "
      Pay 0.060 USDC to fiq.example?
        for      quotes AAPL MSFT
        rows     quotes  4 × 5 credits  0.060
        note     the server sent no itemised rows; fiq computed these rows
        to       0x00000000000000000000000000000000000000aa
                 known since 2026-11-01
        with     no wallet yet, USDC on Base; valid 60 s
        asset    0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, eip155:8453
        24 h     0.000 → 0.060 of  2.000
        30 days  0.000 → 0.060 of 20.000
      Pay 0.060 USDC? [y] pay once, [a] session, up to 1.000, [n] no (Enter): "
    `)
  })

  test('behavior: on a terminal, --max-spend does not raise the automatic limit', async () => {
    const raised = scene(['n'], { maxPrice: 60_000n })
    await expect(raised.approve(quote, known, standing)).rejects.toMatchObject({ code: 'DECLINED' })
    expect(raised.shown.join('')).toContain('Pay 0.060 USDC?')
    const lowered = scene([], { maxPrice: 15_000n })
    await lowered.approve(cheap, known, standing)
    expect(lowered.shown).toEqual([])
  })

  test('behavior: without a terminal, a cap approves only if it is on the command line', async () => {
    const alone = (limits: Partial<Limits>) => scene([], { maxPrice: 60_000n, ...limits }, false)
    await alone({ maxPriceApproves: true }).approve(quote, known, standing)
    await expect(alone({}).approve(quote, known, standing)).rejects.toMatchObject({
      code: 'APPROVAL_NEEDED',
      facts: expect.arrayContaining(['Paid without approval: up to 0.05 USDC']),
    })
    const lowered = alone({ maxPrice: 10_000n })
    await expect(lowered.approve(cheap, known, standing)).rejects.toMatchObject({
      code: 'APPROVAL_NEEDED',
    })
  })

  test.each(['', 'n', 'no', 'x', 'yy', ' '])('error: "%s" declines', async (reply) => {
    const { approve } = scene([reply])
    await expect(approve(quote, known, standing)).rejects.toMatchObject({
      code: 'DECLINED',
      funds: 'untouched',
    })
  })

  test('behavior: "a" allows this session up to its cap, and not beyond', async () => {
    const { approve, shown } = scene(['a', 'n'], { perSession: 150_000n })
    await approve(quote, known, standing)
    await approve(quote, known, { ...standing, session: 60_000n })
    expect(shown.filter((text) => text.startsWith('Pay '))).toHaveLength(1)
    await expect(approve(quote, known, { ...standing, session: 120_000n })).rejects.toMatchObject({
      code: 'DECLINED',
    })
  })

  test('behavior: "a" applies to the payees of that time: a new one needs consent', async () => {
    const { approve } = scene(['a', 'n'])
    await approve(quote, known, standing)
    await approve(quote, known, standing)
    await expect(approve(quote, fresh, standing)).rejects.toMatchObject({ code: 'DECLINED' })
  })

  test('behavior: "y" for another payee keeps what "a" allowed', async () => {
    const { approve, shown } = scene(['a', 'y'])
    await approve(quote, known, standing)
    await approve(cheap, fresh, standing)
    const asked = shown.length
    await approve(quote, known, standing)
    expect(shown).toHaveLength(asked)
  })

  test('behavior: on a terminal, a cap on the command line approves nothing', async () => {
    const { approve, shown } = scene(['y'], { maxPrice: 60_000n, maxPriceApproves: true })
    await approve(quote, known, standing)
    expect(shown.at(-1)).toMatch(/^Pay 0\.060 USDC\?/)
  })

  test.each([
    ['once', undefined],
    ['session', undefined],
    ['no', 'DECLINED'],
    ['interrupted', 'CANCELLED'],
  ] as const)('behavior: in a drawn prompt, %s is the reply', async (reply, code) => {
    const { terminal, shown } = testTerminal([], true)
    terminal.draw = async () => reply as never
    const approve = createApprove(terminal, defaultLimits, () => {})
    const asked = approve(quote, known, standing)
    await (code ? expect(asked).rejects.toMatchObject({ code }) : asked)
    expect(shown).toEqual([])
  })

  test('behavior: on a terminal, asks about a new payee even for a small amount', async () => {
    const { approve, shown } = scene(['y'])
    await approve(cheap, fresh, standing)
    expect(shown.join('')).toContain('NEW: this server was never paid')
  })

  test.each<[string, Partial<Limits>, Partial<CheckedQuote>, boolean]>([
    ['with --yes', { yes: true }, {}, true],
    ['without a terminal and with --yes', { yes: true }, {}, false],
    ['without a terminal and with a cap', { maxPrice: 60_000n, maxPriceApproves: true }, {}, false],
  ])(
    'behavior: a new payee is trusted %s, and a note states it',
    async (_, limits, change, terminal) => {
      const { approve, notes, shown } = scene([], limits, terminal)
      await approve({ ...cheap, ...change }, fresh, standing)
      expect(notes).toHaveLength(1)
      expect(notes[0]).toContain(quote.payTo)
      expect(shown).toEqual([])
    },
  )

  test('behavior: on this machine, a new payee needs consent like any other', async () => {
    const { approve, shown } = scene(['n'])
    const near = { ...cheap, origin: 'http://127.0.0.1:4020' }
    await expect(approve(near, fresh, standing)).rejects.toMatchObject({ code: 'DECLINED' })
    expect(shown.join('')).toContain('NEW: this server was never paid')
  })

  test('error: without a terminal and without consent, refuses a new payee', async () => {
    for (const origin of [quote.origin, 'http://127.0.0.1:4020'])
      await expect(
        scene([], {}, false).approve({ ...cheap, origin }, fresh, standing),
      ).rejects.toMatchObject({ code: 'APPROVAL_NEEDED', kind: 'policy' })
    const further: PayeeStanding = { status: 'new', trust: 'none' }
    await expect(
      scene([], { yes: true }, false).approve(cheap, further, standing),
    ).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
  })

  test('error: without a terminal, an amount above the limit needs approval', async () => {
    const { approve } = scene([], {}, false)
    await expect(approve(quote, known, standing)).rejects.toMatchObject({
      code: 'APPROVAL_NEEDED',
      kind: 'policy',
      facts: [
        'Price: 0.06 USDC (20 credits)',
        'Paid without approval: up to 0.05 USDC',
        `Pay to: ${quote.payTo} (known)`,
      ],
    })
  })

  test('behavior: --max-spend and --yes approve it without a terminal', async () => {
    for (const limits of [{ maxPrice: 60_000n, maxPriceApproves: true }, { yes: true }])
      await scene([], limits, false).approve(quote, known, standing)
    await expect(
      scene([], { maxPrice: 59_999n, maxPriceApproves: true }, false).approve(
        quote,
        known,
        standing,
      ),
    ).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
  })
})

function scene(replies: string[] = [], limits: Partial<Limits> = {}, interactive = true) {
  const { terminal, shown } = testTerminal(replies, interactive)
  const notes: string[] = []
  const approve = createApprove(
    terminal,
    { ...defaultLimits, ...limits },
    (line) => void notes.push(line),
  )
  return { approve, shown, notes }
}
