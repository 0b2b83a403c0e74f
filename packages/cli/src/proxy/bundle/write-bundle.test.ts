import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBundle } from './write-bundle.ts'

test('default: equal programs give equal bundles, without sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-bundle-'))
  const to = join(folder, 'fiq.mcpb')
  expect(() => writeBundle(folder, to)).toThrow('Only the built program')
  writeFileSync(join(folder, 'fiq.cjs'), 'x')
  const bundle = writeBundle(folder, to)
  expect(writeBundle(folder, to)).toEqual(bundle)
  expect(() => writeBundle(folder, join(folder, 'none/fiq.mcpb'))).toThrow('cannot be written')
  rmSync(folder, { recursive: true })
})
