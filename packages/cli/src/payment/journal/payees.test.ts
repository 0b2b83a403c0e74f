import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../testing/test-payer.ts'
import { openDatabase } from './open-database.ts'
import { createPayees, forgetPayee, listPayees, pinnedPayee, trustPayee } from './payees.ts'

const origin = 'https://fiq.example'
const payTo = '0x00000000000000000000000000000000000000Aa'
const other = '0x00000000000000000000000000000000000000bb'

describe('payees', () => {
  test('default: a payee is new, then known after the first payment, in upper or lower case', () => {
    using scene = opened()
    const { payees } = scene
    expect(payees.check(origin, payTo)).toEqual({ status: 'new', trust: 'first' })
    payees.pin(origin, payTo)
    expect(pinnedPayee(scene.database, 'default', origin)).toEqual({ payTo, since: 1_000 })
    scene.time.now = 99_000
    payees.pin(origin, payTo)
    expect(payees.check(origin, payTo.toLowerCase() as typeof payTo)).toEqual({
      status: 'known',
      since: 1_000,
      paid: 0n,
      payments: 0,
    })
  })

  test('behavior: another server and another profile have their own payees', () => {
    using scene = opened()
    scene.payees.pin(origin, payTo)
    expect(scene.payees.check(`${origin}:8443`, other)).toEqual({ status: 'new', trust: 'none' })
    const second = createPayees(scene.database, 'second', () => 1)
    expect(second.check(origin, other)).toEqual({ status: 'new', trust: 'first' })
  })

  test('error: check and pin refuse a change, and name both addresses', () => {
    using scene = opened()
    scene.payees.pin(origin, payTo)
    for (const attempt of [scene.payees.check, scene.payees.pin])
      expect(() => attempt(origin, other)).toThrow(
        expect.objectContaining({
          code: 'PAYEE_CHANGED',
          facts: [
            `Server: ${origin}`,
            `Known since 1970-01-01: ${payTo}`,
            `Now requested: ${other}`,
          ],
        }),
      )
  })

  test('behavior: a forgotten payee may be replaced', () => {
    using scene = opened()
    expect(forgetPayee(scene.database, 'default', origin)).toBe(false)
    scene.payees.pin(origin, payTo)
    expect(pinnedPayee(scene.database, 'default', origin)).toEqual({
      payTo,
      since: 1_000,
    })
    expect(forgetPayee(scene.database, 'default', origin)).toBe(true)
    expect(scene.payees.check(origin, other)).toEqual({ status: 'new', trust: 'first' })
  })
})

describe('trustPayee', () => {
  const terms = { profile: 'default', origin, payTo: undefined }

  test('default: pins the first address of a trusted server, and no other after it', () => {
    using scene = opened()
    scene.payees.pin('https://other.example', other)
    trustPayee(scene.database, terms, 5)
    expect(listPayees(scene.database, 'default')).toEqual([
      { origin, payTo: undefined, since: 5 },
      { origin: 'https://other.example', payTo: other, since: 1_000 },
    ])
    expect(pinnedPayee(scene.database, 'default', origin)).toBeUndefined()
    expect(scene.payees.check(origin, payTo)).toEqual({ status: 'new', trust: 'given' })
    scene.payees.pin(origin, payTo)
    expect(() => scene.payees.check(origin, other)).toThrow()
  })

  test('behavior: with an address, only that one is paid', () => {
    using scene = opened()
    trustPayee(scene.database, { ...terms, payTo }, 5)
    expect(scene.payees.check(origin, payTo)).toMatchObject({ status: 'known', since: 5 })
    expect(() => scene.payees.check(origin, other)).toThrow()
    expect(() => trustPayee(scene.database, { ...terms, payTo: other }, 6)).toThrow()
  })

  test('behavior: --trust applies only to its origin', () => {
    using scene = opened()
    scene.payees.pin('https://other.example', other)
    const payees = createPayees(scene.database, 'default', () => 1, origin)
    expect(payees.check(origin, payTo)).toEqual({ status: 'new', trust: 'given' })
    expect(payees.check(`${origin}:8443`, payTo)).toEqual({ status: 'new', trust: 'none' })
  })
})

function opened() {
  const folder = scratchFolder()
  const database = openDatabase(folder.path)
  const time = { now: 1_000 }
  return {
    time,
    database,
    payees: createPayees(database, 'default', () => time.now),
    [Symbol.dispose]() {
      database.close()
      folder[Symbol.dispose]()
    },
  }
}
