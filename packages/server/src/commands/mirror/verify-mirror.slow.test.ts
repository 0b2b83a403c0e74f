import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyMirror } from './verify-mirror.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'verify-'))
  await mkdir(join(root, 'x.org'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const verified = async (file: string, bytes: Uint8Array) => {
  await writeFile(join(root, 'x.org', file), bytes)
  const { faults } = await verifyMirror(root, () => new Date('2026-11-18T17:00:00Z'))
  return faults.map(({ what }) => what)
}

test('default: checks a packed file by its contents', async () => {
  const text = 'date,value\n2026-01-01,1\n2026-01-01,2\n'
  expect(await verified('a.csv.gz', gzipSync(text))).toEqual(['2026-01-01 appears twice'])
})

test('error: reports a packed file that is cut or damaged', async () => {
  const packed = gzipSync(JSON.stringify(Array.from({ length: 1_000 }, (_, at) => at)))
  const spoilt = Buffer.from(packed).fill(7, 100, 120)
  for (const bytes of [packed.subarray(0, -20), spoilt])
    expect(await verified('a.json.gz', bytes)).toEqual(['compressed, and damaged or truncated'])
})

test('error: a file that unpacks above the limit is too long, not damaged', async () => {
  // Repeats a compressed member: half a gigabyte that is fast to create.
  const member = gzipSync(Buffer.alloc(2 ** 24, ' '))
  const bytes = Buffer.concat([gzipSync('['), ...Array<Buffer>(33).fill(member)])
  expect(await verified('a.json.gz', bytes)).toEqual([
    expect.stringMatching(/^more than \d+ bytes, which no area can read$/),
  ])
})
