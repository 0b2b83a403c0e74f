import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipOf } from '@fiq/shared/zip-of'
import { afterAll, expect, test } from 'vitest'
import { readZipFile } from './zip-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (bytes: Uint8Array) => {
  const path = join(folder, 'a.zip')
  writeFileSync(path, bytes)
  return path
}
const files = { 'CIK1.json': '{"a":1}', 'CIK11.json': `"${'x'.repeat(9_000)}"`, empty: '' }
const damagesOf = async (bytes: Uint8Array) => {
  const names: string[] = []
  for await (const { name } of (await readZipFile(write(bytes))).damages()) names.push(name)
  return names
}
const text = (body: Uint8Array | undefined) => body && Buffer.from(body).toString()

test('default: unpacks each file by its complete name', async () => {
  const zip = await readZipFile(write(zipOf(files)))
  for (const [name, content] of Object.entries(files))
    expect(text(await zip.read(name))).toBe(content)
  for (const name of ['CIK', '1.json', 'CIK2.json', ''])
    expect(await zip.read(name)).toBeUndefined()
})

test('behavior: reads the larger format of archives with very many files', async () => {
  const plain = Buffer.from(zipOf(files))
  const end = plain.length - 22
  const larger = Buffer.alloc(56)
  larger.writeUInt32LE(0x06064b50, 0)
  larger.writeBigUInt64LE(BigInt(plain.readUInt32LE(end + 12)), 40)
  larger.writeBigUInt64LE(BigInt(plain.readUInt32LE(end + 16)), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(end), 8)
  const last = Buffer.from(plain.subarray(end)).fill(0xff, 8, 20)
  const zip = await readZipFile(
    write(Buffer.concat([plain.subarray(0, end), larger, locator, last])),
  )
  expect(text(await zip.read('CIK11.json'))).toBe(files['CIK11.json'])
})

test('error: refuses a cut archive, another file, or a changed one', async () => {
  const whole = Buffer.from(zipOf(files))
  await expect(readZipFile(write(whole.subarray(0, -30)))).rejects.toThrow()
  await expect(readZipFile(write(Buffer.from('PK')))).rejects.toThrow('no directory')
  const changed = Buffer.from(whole)
  changed[30 + 'CIK1.json'.length + 3]! ^= 0xff
  const zip = await readZipFile(write(changed))
  await expect(zip.read('CIK1.json')).rejects.toThrow()
  expect(text(await zip.read('CIK11.json'))).toBe(files['CIK11.json'])
  expect(await damagesOf(changed)).toEqual(['CIK1.json'])
  expect([...zip.names()]).toEqual(Object.keys(files))
  const lost = Buffer.from(whole)
  lost.writeUInt32LE(whole.length, whole.length - 6)
  await expect(readZipFile(write(lost))).rejects.toThrow('no directory')
})

test('behavior: reads every piece of large files', async () => {
  const whole = Buffer.from(zipOf({ large: 'x'.repeat(2 ** 24 + 1), small: 'y' }))
  expect(await damagesOf(whole)).toEqual([])
  const other = Buffer.from(zipOf({ large: 'z'.repeat(2 ** 24 + 1), small: 'y' }))
  expect(other).toHaveLength(whole.length)
  // Combines the bytes of one file with the checksums of the other.
  const start = 30 + 'large'.length
  const end = whole.length - 200
  other.copy(whole, start, start, end)
  expect(await damagesOf(whole)).toEqual(['large'])
})

test('behavior: finds each of thousands of files by its name, and no other', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`CIK${at}.json`, `{"at":${at}}`]),
  )
  const zip = await readZipFile(write(zipOf(files)))
  for (const [name, content] of Object.entries(files))
    expect(text(await zip.read(name))).toBe(content)
  for (const name of ['CIK5000.json', 'CIK1', 'IK1.json', ''])
    expect(await zip.read(name)).toBeUndefined()
})
