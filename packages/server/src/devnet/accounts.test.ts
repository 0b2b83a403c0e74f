import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { devnetMinter, devnetPayee, devnetSettler } from './accounts.ts'

test('default: the three accounts are the same at every start', () => {
  expect([devnetSettler.address, devnetPayee.address]).toEqual([
    '0x959f209805726A00B8b4287977EC76A92959C524',
    '0x3121b65A96e45d111A5bB90ac12ceA9D496a4aC2',
  ])
})

test("behavior: the minter is the token's minter", () => {
  const source = readFileSync(new URL('./contracts/Usdc.sol', import.meta.url), 'utf8')
  expect(source).toContain(`MINTER = ${devnetMinter};`)
})
