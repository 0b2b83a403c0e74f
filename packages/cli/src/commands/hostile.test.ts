import { afterEach, describe, expect, test } from 'vitest'
import { commandScene, errorOn } from '../payment/testing/command-scene.ts'
import { exits, hostileAnswers, hostileQuotes } from '../payment/testing/hostile-modes.ts'
import type { Mode } from '../payment/testing/hostile-server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const someId = expect.stringMatching(/^0x[0-9a-f]{64}$/)

describe('on the command line', () => {
  test('default: the honest server is paid, and its answer printed', async () => {
    const { server, buy } = await open({})
    expect(await buy()).toMatchObject({ exit: 0, out: '{"data":{"quotes":[]}}\n' })
    expect(server.settled.size).toBe(1)
  })

  test.each(hostileQuotes)('error: a hostile quote is not signed: %s', async (_, mode, code) => {
    const { server, buy, purchases } = await open(mode)
    const { exit, out, err } = await buy()
    expect({ exit, out }).toEqual({ exit: exits[code], out: '' })
    expect(errorOn(err)).toMatchObject({ code, exit, funds: 'untouched', payment: null })
    expect(server.payments).toEqual([])
    expect(purchases()).toBe(0)
  })

  test.each(hostileAnswers)(
    'error: after a hostile answer the rerun sends the same bytes: %s',
    async (_, mode, code, state) => {
      const { server, buy, purchases } = await open(mode)
      const { exit, out, err } = await buy()
      expect({ exit, out }).toEqual({ exit: exits[code], out: '' })
      const error = errorOn(err)
      expect(error).toMatchObject({
        code,
        exit,
        funds: state === 'settled' ? 'spent' : 'at-risk',
        payment: { state, id: someId, amount: '0.015' },
      })
      const sent = server.headersSeen.length
      const again = await buy()
      expect(again).toMatchObject({ exit, out: '' })
      expect(errorOn(again.err)).toMatchObject({ code, payment: { id: error.payment.id } })
      expect(server.headersSeen.length).toBeGreaterThan(sent)
      expect(new Set(server.headersSeen).size).toBe(1)
      expect(purchases()).toBe(1)
      // Once the server is honest, the same bytes get the answer.
      server.become({})
      expect((await buy()).exit).toBe(0)
      expect(new Set(server.headersSeen).size).toBe(1)
    },
  )
})

async function open(mode: Mode) {
  const scene = await commandScene(mode)
  cleanups.push(() => scene.close())
  return scene
}
