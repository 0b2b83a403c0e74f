import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import { createKeyFile } from './create-key-file.ts'

test('error: never overwrites an existing file', () => {
  using folder = scratchFolder()
  createKeyFile(folder.path, 'main', 'first')
  expect(() => createKeyFile(folder.path, 'main', 'second')).toThrow(
    expect.objectContaining({ code: 'WALLET_EXISTS' }),
  )
  expect(readFileSync(join(folder.path, 'main.json'), 'utf8')).toBe('first')
})
