import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import type { CreditsAccount } from '../credits/buy-for-client.ts'
import { testWorld } from '../testing/proxy-scene.ts'
import { checkClient } from './serve-client.ts'

const server = 'http://127.0.0.1:1'

async function check(key: CreditsAccount['key'], noWallet = true) {
  using folder = scratchFolder()
  const account = { key, forgetKey() {}, purchases: () => undefined as never }
  const { world } = testWorld(folder.path, server, { noWallet, world: { account } })
  return checkClient(world, 'ann')
}

test('default: an API key pays without a wallet; without a key the wallet pays', async () => {
  const proof = { client: 'mcp', server, wallet: null, paysWith: 'credits' }
  expect(await check(async () => 'fiq_key')).toEqual(proof)
  expect(await check(async () => undefined, false)).toMatchObject({
    paysWith: 'wallet',
    wallet: expect.stringMatching(/^0x/),
  })
})

test('error: without both, names the wallet; a locked keychain is not a locked wallet', async () => {
  await expect(check(async () => undefined)).rejects.toMatchObject({ code: 'NO_WALLET' })
  const locked = () => Promise.reject(new FiqError('WALLET_LOCKED', 'The keychain is locked.'))
  await expect(check(locked)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: 'The keychain is locked.',
    remedy: expect.stringContaining('fiq login key --store file'),
  })
})
