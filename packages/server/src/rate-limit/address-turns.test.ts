import { defined } from '@fiq/shared/defined'
import { describe, expect, test } from 'vitest'
import { createAddressTurns } from './address-turns.ts'

/** Verifications that end when the test requests it. */
function scene(waitingMax?: number) {
  const turns = createAddressTurns(defined({ waitingMax }))
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const verify = (address: string, name: string) =>
    turns.inTurn(address, async () => {
      started.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      await promise
      return name
    })
  return { turns, started, verify, end: (name: string) => ends.get(name)!() }
}

describe('createAddressTurns', () => {
  test('default: one at a time for each address, in the order of arrival', async () => {
    const { started, verify, end } = scene()
    const all = ['a', 'b', 'c'].map((name) => verify('192.0.2.1', name))
    const other = verify('192.0.2.2', 'other')
    await Promise.resolve()
    expect(started).toEqual(['a', 'other'])
    end('a')
    expect(await all[0]).toBe('a')
    await new Promise(setImmediate)
    expect(started).toEqual(['a', 'other', 'b'])
    end('b')
    await all[1]
    await new Promise(setImmediate)
    end('c')
    end('other')
    expect([await all[2], await other]).toEqual(['c', 'other'])
  })

  test('behavior: the addresses of one /64 count as one', async () => {
    const { started, verify } = scene()
    void verify('2001:db8::1', 'a')
    void verify('2001:db8::2', 'b')
    await Promise.resolve()
    expect(started).toEqual(['a'])
  })

  test('error: above the limit, refuses the next immediately, with Retry-After', async () => {
    const { started, verify } = scene(2)
    for (const name of ['a', 'b', 'c']) void verify('192.0.2.1', name)
    await expect(verify('192.0.2.1', 'd')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      funds: 'at-risk',
      headers: { 'retry-after': '1' },
    })
    expect(started).toEqual(['a'])
  })

  test('behavior: one that fails lets the next begin, and nothing stays behind', async () => {
    const turns = createAddressTurns()
    const failed = turns.inTurn('192.0.2.1', () => Promise.reject(new Error('down')))
    const next = turns.inTurn('192.0.2.1', async () => 'next')
    await expect(failed).rejects.toThrow('down')
    expect(await next).toBe('next')
    expect(turns.size).toBe(0)
  })
})
