import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder, testAddress } from '../../payment/testing/test-payer.ts'
import { addKnownWallet, checkWalletName, knownWallet, readKnownWallets } from './known-wallets.ts'

const main = { name: 'main', address: testAddress, place: 'keystore' } as const
const other = { ...main, name: 'other' }

describe('known wallets', () => {
  test('default: the first added wallet pays, others are stored beside it', () => {
    using folder = scratchFolder()
    expect(readKnownWallets(folder.path)).toEqual({ current: undefined, wallets: [] })
    addKnownWallet(folder.path, main)
    addKnownWallet(folder.path, other)
    expect(readKnownWallets(folder.path)).toEqual({ current: 'main', wallets: [main, other] })
    expect(knownWallet(folder.path, undefined)).toEqual(main)
    expect(knownWallet(folder.path, 'other')).toEqual(other)
  })

  test('behavior: the folder makes a wallet a play wallet, whatever the file contains', () => {
    using folder = scratchFolder()
    const play = { name: 'play', address: testAddress, place: 'play' } as const
    addKnownWallet(folder.path, { ...play, isPlay: true })
    expect(knownWallet(folder.path, 'play')).toEqual({ ...play, isPlay: true })
    const wallets = [play, { ...main, isPlay: true }]
    writeFileSync(join(folder.path, 'wallets.json'), JSON.stringify({ wallets }))
    expect(knownWallet(folder.path, 'play').isPlay).toBe(true)
    expect(knownWallet(folder.path, 'main').isPlay).toBeUndefined()
  })

  test('error: refuses a name in use', () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, main)
    expect(() => addKnownWallet(folder.path, main)).toThrow(
      expect.objectContaining({ code: 'WALLET_EXISTS' }),
    )
  })

  test('error: an unknown name lists the existing ones', () => {
    using folder = scratchFolder()
    addKnownWallet(folder.path, main)
    expect(() => knownWallet(folder.path, 'mian')).toThrow(
      expect.objectContaining({
        code: 'NO_WALLET',
        facts: ['Did you mean main?', 'Wallets: main'],
        remedy: 'fiq wallet list shows the wallets.',
      }),
    )
  })

  test.each(['', '{}', 'null', '{"wallets":[{"name":"../x"}]}'])(
    'error: a list that reads %j is unreadable, not empty',
    (text) => {
      using folder = scratchFolder()
      writeFileSync(join(folder.path, 'wallets.json'), text)
      expect(() => readKnownWallets(folder.path)).toThrow(
        expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
      )
    },
  )
})

describe('checkWalletName', () => {
  test('default: returns a valid name', () => {
    expect(checkWalletName('main-2_b')).toBe('main-2_b')
  })
  test('error: refuses a path as a wallet name', () => {
    expect(() => checkWalletName('a/b')).toThrow('is not valid')
  })
})
