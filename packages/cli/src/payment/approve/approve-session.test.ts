import { expect, test } from 'vitest'
import { defaultLimits, type Limits } from '../budget/limits.ts'
import { testTerminal } from '../testing/test-payer.ts'
import { testQuote as quote } from '../testing/test-quote.ts'
import { createSessionApprove } from './approve-session.ts'

const standing = { day: 0n, days30: 0n, session: 0n }
/** A session of 1 USDC, which is above the automatic limit. */
const cap = { perSession: 1_000_000n, maxPrice: 1_000_000n }

const approveWith = (limits: Partial<Limits>, replies: string[], interactive: boolean) => {
  const { terminal, shown } = testTerminal(replies, interactive)
  const { approve } = createSessionApprove(terminal, { ...defaultLimits, ...limits })
  const payee = { status: 'known', since: Date.parse('2026-11-01') } as const
  return { shown, run: () => approve(quote, payee, standing) }
}

test('default: on a terminal, asks once for the whole session, also with --max-spend', async () => {
  const { run, shown } = approveWith({ ...cap, maxPriceApproves: true }, ['y'], true)
  await run()
  const { length } = shown
  expect(shown.join('')).toContain('Pay up to 1.000 USDC in this session?')
  await run()
  expect(shown).toHaveLength(length)
})

test('behavior: without a terminal, --max-spend on the command line approves the session', async () => {
  const { run, shown } = approveWith({ ...cap, maxPriceApproves: true }, [], false)
  await run()
  expect(shown).toEqual([])
})

test('error: without a terminal, a cap of the settings approves nothing', async () => {
  const { run } = approveWith(cap, [], false)
  await expect(run()).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
})
