import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roundsMax, scheduleRefunds } from './schedule-refunds.ts'

const roundMs = 60_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store with these unanswered debits, which records refunds with instance and time. */
function scene() {
  const unanswered = new Set<string>()
  const beats = new Map<string, number>()
  const given: (readonly [debit: string, atMs: number])[] = []
  const reported: unknown[] = []
  const begunMs = Date.now()
  const keep = (
    isAlone: boolean,
    store: Partial<Parameters<typeof scheduleRefunds>[0]['store']> = {},
    running: ReadonlySet<string> = new Set(),
  ) =>
    scheduleRefunds({
      store: {
        unanswered: async () => [...unanswered].map((id) => ({ id, beats: beats.get(id) ?? 1 })),
        async renewUnanswered(debits) {
          for (const id of debits) beats.set(id, 1 + (beats.get(id) ?? 1))
        },
        async refundUnanswered(debits) {
          for (const { id } of debits)
            if (unanswered.delete(id)) given.push([id, Date.now() - begunMs])
          return debits.length
        },
        ...store,
      },
      running,
      isAlone,
      nowMs: () => Date.now(),
      report: (error) => void reported.push(error),
    })
  return { unanswered, given, reported, keep }
}

test('default: a single instance refunds unanswered debits at its start', async () => {
  const { unanswered, given, keep } = scene()
  unanswered.add('of the life before')
  const timer = await keep(true)
  unanswered.add('under way')
  expect(given).toEqual([['of the life before', 0]])
  await vi.advanceTimersByTimeAsync(roundsMax * roundMs)
  expect(given).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(given[1]).toEqual(['under way', (1 + roundsMax) * roundMs])
  clearInterval(timer)
})

test('behavior: several instances refund debits that stay unanswered for five minutes, without a clock', async () => {
  const { unanswered, given, keep } = scene()
  unanswered.add('lost').add('slow')
  const timer = await keep(false)
  await vi.advanceTimersByTimeAsync(2 * roundMs)
  vi.setSystemTime(Date.now() + 86_400_000)
  unanswered.add('begun by now')
  await vi.advanceTimersByTimeAsync((roundsMax - 3) * roundMs)
  unanswered.delete('slow')
  await vi.advanceTimersByTimeAsync(roundMs - 1)
  expect(given).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(given.map(([debit]) => debit)).toEqual(['lost'])
  clearInterval(timer)
})

test.each([true, false])(
  'behavior: refunds no debit while its operation runs, here or at another instance; alone: %s',
  async (isAlone) => {
    const { unanswered, given, keep } = scene()
    const running = new Set<string>()
    const timers = [await keep(isAlone, {}, running), ...(isAlone ? [] : [await keep(false)])]
    unanswered.add('slow').add('lost')
    running.add('slow')
    await vi.advanceTimersByTimeAsync(20 * roundMs)
    expect(given).toEqual([['lost', (1 + roundsMax) * roundMs]])
    // Its server has died.
    running.clear()
    await vi.advanceTimersByTimeAsync((1 + roundsMax) * roundMs)
    expect(given.map(([debit]) => debit)).toEqual(['lost', 'slow'])
    for (const timer of timers) clearInterval(timer)
  },
)

test('error: a round that fails or does not end does not count', async () => {
  const { unanswered, given, reported, keep } = scene()
  const debitsOf = (ids: Iterable<string>) => [...ids].map((id) => ({ id, beats: 1 }))
  type Debits = ReturnType<typeof debitsOf>
  const calls: (() => Promise<Debits>)[] = []
  const timer = await keep(false, {
    unanswered: async () => (await calls.shift()?.()) ?? debitsOf(unanswered),
  })
  unanswered.add('lost')
  const late = Promise.withResolvers<Debits>()
  calls.push(
    () => Promise.reject(new Error('down')),
    () => late.promise,
  )
  await vi.advanceTimersByTimeAsync(9 * roundMs)
  expect(reported).toEqual([new Error('down')])
  late.resolve(debitsOf(['lost']))
  await vi.advanceTimersByTimeAsync((roundsMax - 1) * roundMs)
  expect(given).toEqual([])
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(given.map(([debit]) => debit)).toEqual(['lost'])
  clearInterval(timer)
})
