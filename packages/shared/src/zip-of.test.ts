import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from './zip-of.ts'

const python =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.testzip(); z.extractall(sys.argv[2])'
const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('default: another program extracts the same contents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-zip-'))
  const files = {
    'manifest.json': '{}',
    'server/größe.txt': Buffer.alloc(100_000, 'a'),
    empty: Buffer.alloc(0),
  }
  writeFileSync(join(folder, 'a.zip'), zipOf(files))
  const taken = spawnSync('python3', ['-c', python, join(folder, 'a.zip'), folder])
  expect(String(taken.stderr)).toBe('')
  for (const [path, content] of Object.entries(files))
    expect(readFileSync(join(folder, path))).toEqual(Buffer.from(content))
  rmSync(folder, { recursive: true })
})
