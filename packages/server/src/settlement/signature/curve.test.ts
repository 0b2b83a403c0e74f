import fc from 'fast-check'
import { sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createCurve, curve } from './curve.ts'

const hasBindings = ['linux-x64', 'darwin-arm64', 'win32-x64']

test('default: uses the bindings on the platforms that have them', () => {
  const isOneOfThem = hasBindings.includes(`${process.platform}-${process.arch}`)
  expect(curve.backend).toBe(isOneOfThem ? 'native' : 'wasm')
})

const wasm = createCurve(() => {
  throw new Error('No native build was found.')
})
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test('behavior: without bindings, WebAssembly recovers the same points', () => {
  expect(wasm.backend).toBe('wasm')
  let recovered = 0
  const recover = (by: typeof wasm, ...order: Parameters<typeof wasm.recover>) => {
    try {
      return by.recover(...order)?.join()
    } catch {
      return undefined
    }
  }
  const ids = fc.constantFrom(0 as const, 1 as const)
  fc.assert(
    fc.property(bytes(32), bytes(64), ids, (...order) => {
      const point = recover(wasm, ...order)
      expect(point).toBe(recover(curve, ...order))
      if (point !== undefined) recovered += 1
    }),
    { numRuns: 100 },
  )
  expect(recovered).toBeGreaterThan(0)
})

test('default: both sign exactly like viem', async () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const hexOf = (raw: Uint8Array) => `0x${Buffer.from(raw).toString('hex')}` as const
  const keys = bytes(32).filter((raw) => BigInt(hexOf(raw)) > 0n && BigInt(hexOf(raw)) < order)
  await fc.assert(
    fc.asyncProperty(bytes(32), keys, async (digest, key) => {
      const { r, s, yParity } = await sign({ hash: hexOf(digest), privateKey: hexOf(key) })
      for (const by of [curve, wasm]) {
        const { signature, recoveryId } = by.sign(digest, key)
        expect([hexOf(signature), recoveryId]).toEqual([`${r}${s.slice(2)}`, yParity])
      }
    }),
    { numRuns: 30 },
  )
})
