import { expect, test } from 'vitest'
import { answerWithReservation } from './answer-with-reservation.ts'
import { createLargeMaking } from './large/large-making.ts'
import type { Caller, PaidAnswer, PaymentPorts } from './ports.ts'

const priced = { price: { amount: 15_000n } }
const caller = { pays: 'credits', organisation: { id: 'o' } } as unknown as Caller

/** Payment ports on credits, which record their steps. */
function sceneOf({ bytes, room, waiting = 8 }: { bytes: number; room: boolean; waiting?: number }) {
  const steps: string[] = []
  const note = <result>(step: string, result: result) => {
    steps.push(step)
    return Promise.resolve(result)
  }
  const ports = {
    record: {
      limits: { answerBytesMax: 1_000 },
      large: {
        quotaBytes: 5_000,
        reserve: async () =>
          note('reserve', room ? { release: () => note('release', undefined) } : undefined),
      },
    },
    sizing: { bytesOf: () => bytes, making: createLargeMaking(1_000_000, waiting) },
    preflight: () => note('preflight', undefined),
    boughtOf: () => ({ text: 'quotes', areas: [] }),
    credits: {
      take: () => note('take', { id: 'd', credits: 5 }),
      answered: () => {},
      refund: () => note('refund', undefined),
    },
    answerOnCredits: () => note('answer', { status: 200, body: '{}' }),
    nowMs: () => 0,
  } as unknown as PaymentPorts<typeof priced>
  const run = (): Promise<PaidAnswer> => answerWithReservation(priced, caller, ports)
  return { run, steps }
}

test('default: reserves room after everything free and before any charge', async () => {
  const { run, steps } = sceneOf({ bytes: 1_001, room: true })
  await run()
  expect(steps).toEqual(['preflight', 'reserve', 'take', 'answer', 'release'])
})

test('default: an answer that fits into its row needs no room', async () => {
  const { run, steps } = sceneOf({ bytes: 1_000, room: false })
  await run()
  expect(steps).toEqual(['preflight', 'take', 'answer'])
})

test('error: charges nothing without room', async () => {
  const { run, steps } = sceneOf({ bytes: 1_001, room: false })
  await expect(run()).rejects.toMatchObject({ code: 'SERVER_BUSY', funds: 'untouched' })
  expect(steps).toEqual(['preflight', 'reserve'])
})

test('error: reserves nothing if too many wait', async () => {
  const { run, steps } = sceneOf({ bytes: 1_001, room: true, waiting: 0 })
  await expect(run()).rejects.toMatchObject({ code: 'SERVER_BUSY' })
  expect(steps).toEqual(['preflight'])
})
