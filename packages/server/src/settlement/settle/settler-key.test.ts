import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { isOpenToOthers, readSettlerKey } from './settler-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-key-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fileOf = (text: string | Uint8Array, mode = 0o600) => {
  const file = join(folder, String(++files))
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}
const key = generatePrivateKey()

test('default: reads only the key from a private file', () => {
  expect(readSettlerKey(fileOf(`${key}\n`)).address).toBe(privateKeyToAccount(key).address)
  expect(readSettlerKey(fileOf(key.slice(2), 0o400)).address).toBe(privateKeyToAccount(key).address)
})

test.each([0o640, 0o604, 0o660, 0o644, 0o620])(
  'error: mode %i gives access to other users',
  (mode) => {
    expect(() => readSettlerKey(fileOf(key, mode))).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        message: expect.stringContaining('can be read by other users'),
        remedy: expect.stringContaining('chmod 600'),
      }),
    )
  },
)

test.each<[string, number, number, boolean]>([
  ['/run/credentials/fiq-server.service/settler', 0o440, 0, false],
  ['/run/credentials/fiq-server.service/settler', 0o400, 64_748, false],
  ['/run/credentials/fiq-server.service/settler', 0o444, 0, true],
  ['/run/credentials/fiq-server.service/settler', 0o460, 0, true],
  ['/run/credentials/fiq-server.service/settler', 0o440, 1_000, true],
  ['/run/credentials/../other/settler', 0o440, 0, true],
  ['/etc/fiq-server/settler', 0o440, 0, true],
])('behavior: %s of mode %i and owner %i', (file, mode, uid, isOpen) => {
  expect(isOpenToOthers(file, { mode, uid })).toBe(isOpen)
})

test.each<[string, string, string]>([
  ['no file', join(folder, 'absent'), 'cannot be opened (ENOENT)'],
  ['a folder', folder, 'is not a file'],
  ['an empty file', fileOf(''), 'must contain only a key'],
  ['two keys', fileOf(`${key}\n${key}`), 'must contain only a key'],
  ['half a key', fileOf(key.slice(0, 40)), 'must contain only a key'],
  ['zero', fileOf('0'.repeat(64)), 'not a key of this curve'],
  ['a number past the curve', fileOf('f'.repeat(64)), 'not a key of this curve'],
])('error: %s', (_, file, message) => {
  expect(() => readSettlerKey(file)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining(message),
    }),
  )
})

test('error: for any contents of a file, no message repeats them', () => {
  const file = fileOf('')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 400 }), (bytes) => {
      writeFileSync(file, bytes)
      try {
        readSettlerKey(file)
        expect.unreachable()
      } catch (error) {
        const { code, message } = error as { code: string; message: string }
        expect(code).toBe('CONFIGURATION_INVALID')
        expect(message).not.toContain(Buffer.from(bytes).toString('latin1').trim() || '\0')
      }
    }),
  )
  const secret = `${key.slice(2, 60)}zz`
  writeFileSync(file, secret)
  expect(() => readSettlerKey(file)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(secret) }),
  )
})
