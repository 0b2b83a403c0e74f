import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createOverload, turnMsMax, waitingMax, waitMsMax } from './overload.ts'

/** An overload guard with a test clock. Each start takes this long. */
function scene(eachMs: number) {
  const clock = { ms: 0 }
  const seen: string[] = []
  const overload = createOverload(() => clock.ms)
  const arrive = (name: string) =>
    overload.admit(
      () => {
        clock.ms += eachMs
        seen.push(name)
      },
      () => void seen.push(`${name} shed`),
    )
  return { clock, seen, arrive, overload }
}

/** Runs everything before the next turn. */
async function ticks() {
  for (let n = 0; n < 10; n++) await new Promise((resolve) => process.nextTick(resolve))
}

test('default: a single quote begins immediately', () => {
  const { seen, arrive } = scene(1)
  arrive('a')
  expect(seen).toEqual(['a'])
})

test('behavior: runs as many per turn as there is time for, in order; the rest in the next', async () => {
  const { seen, arrive } = scene(turnMsMax / 2)
  for (const name of 'abcde') arrive(name)
  await ticks()
  expect(seen).toEqual(['a', 'b'])
  await setImmediate()
  await setImmediate()
  await setImmediate()
  await setImmediate()
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test("behavior: the time of a turn includes a quote's work after promises", async () => {
  const clock = { ms: 0 }
  let begun = 0
  const overload = createOverload(() => clock.ms)
  const priceLater = () => {
    begun += 1
    process.nextTick(async () => {
      await undefined
      await undefined
      clock.ms += turnMsMax
    })
  }
  for (let n = 0; n < 50; n++) overload.admit(priceLater, () => expect.unreachable())
  await ticks()
  expect(begun).toBeLessThanOrEqual(3)
})

test('behavior: while a paid request is in progress, runs one in two turns, however short', async () => {
  const { seen, arrive, overload } = scene(0)
  const end = overload.beginPaid()
  for (const name of 'abcdefgh') arrive(name)
  const begun: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    begun.push(seen.length)
    await setImmediate()
  }
  expect(begun).toEqual([1, 1, 2, 2, 3, 3])
  end()
  await setImmediate()
  await setImmediate()
  expect(seen).toHaveLength(8)
})

test('error: refuses a caller that waited too long, and not before; later callers are not refused', async () => {
  const { clock, seen, arrive } = scene(0)
  for (const name of 'abc') arrive(name)
  clock.ms += waitMsMax + 1
  arrive('d')
  expect(seen).toEqual(['a'])
  await setImmediate()
  await setImmediate()
  expect(seen).toEqual(['a', 'b shed', 'c shed', 'd'])
})

test('error: refuses immediately above the queue limit', () => {
  const { seen, arrive } = scene(0)
  for (let n = 0; n <= waitingMax + 1; n++) arrive(String(n))
  expect(seen).toEqual(['0', `${waitingMax + 1} shed`])
})

test('error: a task that fails to start delays no other', async () => {
  const overload = createOverload()
  const started: string[] = []
  const fail = () => {
    throw new Error('gone')
  }
  expect(() => overload.admit(fail, fail)).toThrow('gone')
  overload.admit(() => void started.push('next'), fail)
  await setImmediate()
  await setImmediate()
  expect(started).toEqual(['next'])
})
