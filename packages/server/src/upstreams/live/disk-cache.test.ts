import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { diskCache } from './disk-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'cache-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head = { etag: '"1"', lastModified: null, asOf: '2026-01-01', retrievedAt: '2026-01-02' }

test('default: reads back a written response, byte for byte', async () => {
  const cache = diskCache(join(folder, 'default'))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), fc.string(), async (body, key) => {
      await cache.write(key, { body, ...head })
      const held = await cache.read(key)
      expect(Buffer.from(held!.body).equals(body)).toBe(true)
      expect(held).toMatchObject(head)
    }),
    { numRuns: 30 },
  )
  expect(await cache.read('never written \n')).toBeUndefined()
})

test('error: ignores a truncated or overwritten file', async () => {
  const damaged = join(folder, 'damaged')
  const cache = diskCache(damaged)
  await cache.write('key', { body: new Uint8Array(100), ...head })
  const file = join(damaged, readdirSync(damaged)[0]!)
  writeFileSync(file, readFileSync(file).subarray(0, -1))
  expect(await cache.read('key')).toBeUndefined()
  writeFileSync(file, 'no head')
  expect(await cache.read('key')).toBeUndefined()
})

test('error: without a folder, works without the disk', async () => {
  writeFileSync(join(folder, 'file'), '')
  const cache = diskCache(join(folder, 'file', 'inside'))
  await cache.write('key', { body: new Uint8Array(1), ...head })
  expect(await cache.read('key')).toBeUndefined()
  expect(() => cache.forget('key')).not.toThrow()
})

test('behavior: does not return a deleted response', async () => {
  const cache = diskCache(join(folder, 'forgotten'))
  await cache.write('key', { body: new Uint8Array(1), ...head })
  cache.forget('key')
  expect(await cache.read('key')).toBeUndefined()
})
