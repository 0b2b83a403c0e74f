import { expect, test } from 'vitest'
import { createWalletChecks } from './wallet-checks.ts'

const signed = ['0x11', '0x22', '0x33'] as const

/** Checks that the test answers, and fetches within a limit. */
function scene(fetchesMax = 10) {
  const answers: ((isAccepted: boolean) => void)[] = []
  const fetches = { spent: 0 }
  const checkOf = createWalletChecks(() => new Promise((resolve) => answers.push(resolve)), {
    async spendFetch(_, units = 1) {
      if (fetches.spent + units > fetchesMax) throw new Error('limit')
      fetches.spent += units
    },
  })
  const turn = () => new Promise(setImmediate)
  return { answers, fetches, checkOf, turn }
}

test('default: an address has one check at a time; a refused one stays counted', async () => {
  const { answers, fetches, checkOf, turn } = scene()
  const both = [checkOf('192.0.2.1')(...signed), checkOf('192.0.2.1')(...signed)]
  const other = checkOf('192.0.2.2')(...signed)
  await turn()
  expect(answers).toHaveLength(2)
  answers.shift()!(false)
  answers.shift()!(true)
  await turn()
  answers.shift()!(true)
  expect(await Promise.all([...both, other])).toEqual([false, true, true])
  expect(fetches.spent).toBe(1)
})

test('error: at its limit of fetches, an address has no contract called', async () => {
  const { answers, checkOf } = scene(0)
  await expect(checkOf('192.0.2.1')(...signed)).rejects.toThrow('limit')
  expect(answers).toEqual([])
})
