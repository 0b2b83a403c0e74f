import { describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { forgetPayee, openPayees, pinnedPayee } from './payees.ts'
import { scratchFolder } from './testing/test-payer.ts'

const origin = 'https://fiq.example'
const payTo = '0x00000000000000000000000000000000000000Aa'
const other = '0x00000000000000000000000000000000000000bb'

describe('payees', () => {
  test('default: new, then known since the first payment, whatever the case', () => {
    using scene = opened()
    const { payees } = scene
    expect(payees.check(origin, payTo)).toEqual({ status: 'new' })
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

  test('behavior: another server and another profile have payees of their own', () => {
    using scene = opened()
    scene.payees.pin(origin, payTo)
    expect(scene.payees.check(`${origin}:8443`, other)).toEqual({ status: 'new' })
    const second = openPayees(scene.database, 'second', () => 1)
    expect(second.check(origin, other)).toEqual({ status: 'new' })
  })

  test('error: a change is refused by check and by pin, naming both', () => {
    using scene = opened()
    scene.payees.pin(origin, payTo)
    for (const attempt of [scene.payees.check, scene.payees.pin])
      expect(() => attempt(origin, other)).toThrow(
        expect.objectContaining({
          code: 'PAYEE_CHANGED',
          facts: [`Server: ${origin}`, `Known since 1970-01-01: ${payTo}`, `Asked now: ${other}`],
        }),
      )
  })

  test('behavior: a forgotten one may be another', () => {
    using scene = opened()
    expect(forgetPayee(scene.database, 'default', origin)).toBe(false)
    scene.payees.pin(origin, payTo)
    expect(pinnedPayee(scene.database, 'default', origin)).toEqual({
      payTo,
      since: 1_000,
    })
    expect(forgetPayee(scene.database, 'default', origin)).toBe(true)
    expect(scene.payees.check(origin, other)).toEqual({ status: 'new' })
  })
})

function opened() {
  const folder = scratchFolder()
  const database = openDatabase(folder.path)
  const time = { now: 1_000 }
  return {
    time,
    database,
    payees: openPayees(database, 'default', () => time.now),
    [Symbol.dispose]() {
      database.close()
      folder[Symbol.dispose]()
    },
  }
}
