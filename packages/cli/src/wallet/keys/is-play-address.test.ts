import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder, testAddress } from '../../payment/testing/test-payer.ts'
import { isPlayAddress } from './is-play-address.ts'
import { addKnownWallet, walletsName } from './known-wallets.ts'

const other = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'

test('default: true only for the address of a play wallet', () => {
  using folder = scratchFolder()
  addKnownWallet(folder.path, { name: 'play', address: testAddress, place: 'play' })
  addKnownWallet(folder.path, { name: 'main', address: other, place: 'keystore' })
  expect(isPlayAddress(folder.path, testAddress)).toBe(true)
  expect(isPlayAddress(folder.path, other)).toBe(false)
})

test('behavior: false without a list, and with a damaged one', () => {
  using folder = scratchFolder()
  expect(isPlayAddress(folder.path, testAddress)).toBe(false)
  writeFileSync(join(folder.path, walletsName), '{')
  expect(isPlayAddress(folder.path, testAddress)).toBe(false)
})
