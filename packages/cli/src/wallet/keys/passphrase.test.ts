import { chmodSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder, testTerminal } from '../../payment/testing/test-payer.ts'
import { givenPassphrase, hasPassphrase, newPassphrase, noPrompt } from './passphrase.ts'

describe('givenPassphrase', () => {
  test('default: uses descriptor, environment, file in this order, without the final newline', () => {
    using folder = scratchFolder()
    const passphraseFile = join(folder.path, 'pass')
    writeFileSync(passphraseFile, 'from file \r\n')
    expect(givenPassphrase({}, () => {})).toBeUndefined()
    expect(givenPassphrase({ passphraseFile }, () => {})).toBe('from file ')
    expect(givenPassphrase({ passphraseFile, passphrase: 'from env' }, () => {})).toBe('from env')
    const passphraseFd = openSync(passphraseFile, 'r')
    expect(givenPassphrase({ passphraseFd, passphrase: 'from env' }, () => {})).toBe('from file ')
  })

  test('error: refuses a named source that cannot be used', () => {
    using folder = scratchFolder()
    const empty = join(folder.path, 'empty')
    writeFileSync(empty, '\n')
    for (const passphraseFile of [empty, join(folder.path, 'absent')])
      expect(() => givenPassphrase({ passphraseFile }, () => {})).toThrow(
        expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
      )
  })
})

describe('a passphrase file', () => {
  test.each([
    [0o600, 0],
    [0o400, 0],
    [0o644, 1],
    [0o640, 1],
    [0o604, 1],
  ])('behavior: mode %o gives %i warnings, and is read', (mode, times) => {
    using folder = scratchFolder()
    const passphraseFile = join(folder.path, 'pass')
    writeFileSync(passphraseFile, 'secret words')
    chmodSync(passphraseFile, mode)
    const warnings: string[] = []
    const warn = (text: string) => void warnings.push(text)
    expect(givenPassphrase({ passphraseFile }, warn)).toBe('secret words')
    expect(warnings).toHaveLength(times)
    expect(givenPassphrase({ passphraseFd: openSync(passphraseFile, 'r') }, warn)).toBe(
      'secret words',
    )
    expect(warnings).toHaveLength(2 * times)
    expect(warnings.join('')).not.toContain('secret')
    if (times === 1) expect(warnings[0]).toContain('chmod 600')
  })
})

describe('hasPassphrase', () => {
  test('default: true for any source, without reading it', () => {
    expect(hasPassphrase({})).toBe(false)
    expect(hasPassphrase({ passphraseFile: '/does/not/exist' })).toBe(true)
    expect(hasPassphrase({ passphraseFd: 99 })).toBe(true)
  })
})

describe('newPassphrase', () => {
  test('default: returns the given one if it is long enough', async () => {
    const { terminal } = testTerminal()
    expect(await newPassphrase({ passphrase: '12345678' }, terminal)).toBe('12345678')
    await expect(newPassphrase({ passphrase: '1234567' }, terminal)).rejects.toMatchObject({
      code: 'USAGE',
    })
  })

  test('error: reports that there is no terminal for a prompt', async () => {
    await expect(newPassphrase({}, testTerminal().terminal)).rejects.toMatchObject(
      noPrompt().toJSON(),
    )
  })
})
