import { describe, expect, test } from 'vitest'
import { testKey, testTerminal } from '../payment/testing/test-payer.ts'
import { encryptKeystore } from './keys/keystore.ts'
import { readImport } from './read-import.ts'

const secrets = { passphrase: 'correct horse' }

describe('readImport', () => {
  test('default: reads hex with a newline', async () => {
    const { terminal } = testTerminal()
    expect(await readImport(`${testKey}\n`, { secrets: {}, terminal })).toEqual({ key: testKey })
  })

  test('behavior: reads a keystore, with a given or prompted passphrase', async () => {
    const text = await encryptKeystore(testKey, 'correct horse', {
      address: `0x${'11'.repeat(20)}`,
      randomBytes: (length) => new Uint8Array(length).fill(7),
    })
    const given = await readImport(text, { secrets, terminal: testTerminal().terminal })
    expect(given).toEqual({ key: testKey, passphrase: 'correct horse' })
    const { terminal } = testTerminal(['correct horse'])
    expect(await readImport(text, { secrets: {}, terminal })).toEqual({ key: testKey })
    await expect(
      readImport(text, { secrets: {}, terminal: testTerminal().terminal }),
    ).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })

  test('error: refuses random text, and a megabyte of it', async () => {
    const { terminal } = testTerminal()
    for (const text of ['', 'hello', '{"version":4}', 'f'.repeat(1_000_000)])
      await expect(readImport(text, { secrets, terminal })).rejects.toMatchObject({
        name: 'FiqError',
      })
  })
})
