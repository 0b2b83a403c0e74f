import { bounds } from '@fiq/shared/bounds'
import { describe, expect, test } from 'vitest'
import { createEarnedTurns } from './earned-turns.ts'

const address = '192.0.2.1'
const valid = async () => ({ isValid: true })
const invalid = async () => ({ isValid: false })

/** How many of `count` verifications that never end are begun at once. */
async function begunOf(turns: ReturnType<typeof createEarnedTurns>, count: number, from = address) {
  let begun = 0
  for (let n = 0; n < count; n += 1)
    void turns.inTurn(from, () => {
      begun += 1
      return new Promise<{ isValid: boolean }>(() => {})
    })
  await new Promise(setImmediate)
  return begun
}

describe('createEarnedTurns', () => {
  test('default: an unknown address has one at a time; each valid payment adds one', async () => {
    expect(await begunOf(createEarnedTurns(), 5)).toBe(1)
    const turns = createEarnedTurns()
    for (let n = 0; n < 3; n += 1) await turns.inTurn(address, valid)
    expect(await begunOf(turns, 9)).toBe(4)
    expect(await begunOf(turns, 9, '192.0.2.2')).toBe(1)
  })

  test('behavior: a burst of a merchant is not verified one by one', async () => {
    const turns = createEarnedTurns()
    let [running, most] = [0, 0]
    const verify = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running -= 1
      return { isValid: true }
    }
    await Promise.all(Array.from({ length: 300 }, () => turns.inTurn(address, verify)))
    expect(most).toBe(bounds.earnedTurnsMax)
  })

  test('behavior: an address that sends mostly invalid payments gets one at a time, and no refusal', async () => {
    const turns = createEarnedTurns()
    for (let n = 0; n < 100; n += 1) await turns.inTurn(address, valid)
    for (let n = 0; n < 40; n += 1) expect(await turns.inTurn(address, invalid)).toBeDefined()
    expect(await begunOf(turns, 5)).toBe(1)
  })

  test('behavior: one that cannot be verified changes nothing', async () => {
    const turns = createEarnedTurns()
    await turns.inTurn(address, valid)
    await expect(
      turns.inTurn(address, () => Promise.reject(new Error('The node is down.'))),
    ).rejects.toThrow('The node is down.')
    expect(await begunOf(turns, 9)).toBe(2)
  })
})
