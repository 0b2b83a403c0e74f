import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zip } from './zip.ts'

const python =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.testzip(); z.extractall(sys.argv[2])'
const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('default: another program extracts the same contents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-zip-'))
  const files = [
    { path: 'manifest.json', bytes: Buffer.from('{}') },
    { path: 'server/größe.txt', bytes: Buffer.alloc(100_000, 'a') },
    { path: 'empty', bytes: Buffer.alloc(0) },
  ]
  writeFileSync(join(folder, 'a.zip'), zip(files))
  const taken = spawnSync('python3', ['-c', python, join(folder, 'a.zip'), folder])
  expect(String(taken.stderr)).toBe('')
  for (const { path, bytes } of files) expect(readFileSync(join(folder, path))).toEqual(bytes)
  rmSync(folder, { recursive: true })
})
