import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { scratchFolder, testAddress, testKey } from '../../payment/testing/test-payer.ts'
import { playKeyPath, readPlayKey, writePlayKey } from './play-key.ts'

describe('play key', () => {
  test('default: a file of mode 0600 in a folder of mode 0700 that states its purpose', () => {
    using folder = scratchFolder()
    writePlayKey(folder.path, 'play', { key: testKey, address: testAddress })
    const path = playKeyPath(folder.path, 'play')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(`${folder.path}/play`).mode & 0o777).toString(8)).toBe('700')
    expect(readFileSync(path, 'utf8')).toContain('Never send real money')
    expect(readPlayKey(folder.path, 'play')).toBe(testKey)
  })

  test('behavior: removes access of others to a file when it is read', () => {
    using folder = scratchFolder()
    writePlayKey(folder.path, 'play', { key: testKey, address: testAddress })
    const path = playKeyPath(folder.path, 'play')
    chmodSync(path, 0o644)
    readPlayKey(folder.path, 'play')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test.each([
    '',
    `${testKey} {`,
    JSON.stringify({ play: false, address: testAddress, key: testKey }),
    JSON.stringify({ address: testAddress, key: testKey }),
  ])('error: refuses another file without printing its text', (text) => {
    using folder = scratchFolder()
    writePlayKey(folder.path, 'play', { key: testKey, address: testAddress })
    writeFileSync(playKeyPath(folder.path, 'play'), text)
    let message = ''
    try {
      readPlayKey(folder.path, 'play')
    } catch (error) {
      expect(error).toMatchObject({ code: 'WALLET_LOCKED' })
      message = JSON.stringify(error) + String((error as Error).message)
    }
    expect(message).not.toBe('')
    expect(message).not.toContain(testKey.slice(2))
  })
})
