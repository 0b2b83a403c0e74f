import { expect, test } from 'vitest'
import { createParsedValues } from './create-parsed-values.ts'

const mebibyte = 1024 * 1024

/** Reads values of this many bytes, each with a number. Records which were built. */
function scene(bytesMax: number) {
  const values = createParsedValues(() => 0, bytesMax)
  const obtain = async (keys: readonly number[], bytes: number) => {
    const built: number[] = []
    for (const key of keys)
      await values.obtain(`value ${key}`, 60, async () => {
        built.push(key)
        return { table: new Uint8Array(bytes) }
      })
    return built
  }
  return { values, obtain }
}

test('behavior: caches values up to a number of bytes, the most recently used', async () => {
  const { obtain } = scene(4 * mebibyte)
  expect(await obtain([1, 2, 3], mebibyte)).toEqual([1, 2, 3])
  expect(await obtain([1, 2, 3], mebibyte)).toEqual([])
  expect(await obtain([1, 4, 5, 1], mebibyte)).toEqual([4, 5])
  expect(await obtain([2, 3], mebibyte)).toEqual([2, 3])
})

test('behavior: caches ten thousand small values', async () => {
  const { obtain } = scene(16 * mebibyte)
  const keys = Array.from({ length: 10_000 }, (_, at) => at)
  await obtain(keys, 100)
  expect(await obtain(keys, 100)).toEqual([])
})

test('behavior: caches a value larger than the whole memory alone, without building it each time', async () => {
  const { obtain } = scene(mebibyte)
  expect(await obtain([1, 2, 2], 2 * mebibyte)).toEqual([1, 2])
  expect(await obtain([1], 2 * mebibyte)).toEqual([1])
})

test('behavior: does not cache a value that is dropped while it is built', async () => {
  const { values } = scene(mebibyte)
  let built = 0
  const build = async () => {
    built += 1
    return built
  }
  const first = values.obtain('k', 60, build)
  values.clear()
  expect([await first, await values.obtain('k', 60, build)]).toEqual([1, 2])
})
