import { expect, test } from 'vitest'
import { checkClockSkew, skewSecondsMax } from './clock-skew.ts'

const chain = { request: async () => ({ timestamp: '0x3e8' }) } as never
const at = (seconds: number) => () => seconds * 1_000

test('default: accepts a clock equal or close to the newest block', async () => {
  for (const seconds of [1_000, 1_000 + skewSecondsMax, 1_000 - skewSecondsMax])
    await checkClockSkew(chain, at(seconds))
})

test.each([
  ['ahead of', 1_000 + 7_200],
  ['behind', 1_000 - 900],
])(
  'error: refuses a clock that is %s it by much, and states the difference',
  async (side, seconds) => {
    await expect(checkClockSkew(chain, at(seconds))).rejects.toMatchObject({
      facts: [`This clock is ${Math.abs(seconds - 1_000)} s ${side} the newest block.`],
    })
  },
)
