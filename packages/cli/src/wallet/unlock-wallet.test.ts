import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMoney } from '../compose/money.ts'
import { openPayingWallet } from '../payment/open-paying-wallet.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import { testAddress } from '../payment/testing/test-payer.ts'
import { lockAgent, unlockedUntil } from './agent/agent-client.ts'
import { storeWallet } from './store-wallet.ts'
import { ended, hourMs, lockedScene, unlockedScene } from './testing/agent-scene.ts'
import { passphrase } from './testing/test-keystore.ts'
import { unlockWallet } from './unlock-wallet.ts'

describe('unlockWallet', () => {
  test('behavior: unlocking again replaces the agent', async () => {
    await using scene = await unlockedScene()
    const { options, pid } = scene
    const { until } = await unlockWallet(undefined, 2 * hourMs, {
      ...options,
      secrets: { passphrase },
    })
    await ended(pid)
    expect(await unlockedUntil(testAddress, scene.agent.folder)).toBe(until)
  })

  test('error: refuses a wrong passphrase, a play wallet, a duration out of bounds and a long path', async () => {
    await using scene = await lockedScene()
    const { options } = scene
    const unlock = (forMs: number, changes: Partial<PayerOptions> = {}, name?: string) =>
      unlockWallet(name, forMs, { ...options, secrets: { passphrase }, ...changes })
    await expect(unlock(1_000)).rejects.toMatchObject({ code: 'USAGE' })
    await expect(unlock(8 * 86_400_000)).rejects.toMatchObject({ code: 'USAGE' })
    await expect(unlock(hourMs, { secrets: { passphrase: 'another one' } })).rejects.toMatchObject({
      code: 'WALLET_LOCKED',
    })
    const folder = join(scene.agent.folder, 'x'.repeat(100))
    await expect(unlock(hourMs, { agent: { ...scene.agent, folder } })).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
    await storeWallet(`0x${'2'.padStart(64, '0')}`, { name: 'play', place: 'play' }, options)
    await expect(unlock(hourMs, {}, 'play')).rejects.toMatchObject({ code: 'USAGE' })
    expect(await lockAgent(testAddress, scene.agent.folder)).toBe(false)
  })
})

describe('lockWallets', () => {
  test('behavior: fiq wallet lock ends it, and the passphrase is needed again', async () => {
    await using scene = await unlockedScene()
    const { options, pid } = scene
    expect(await createMoney(options).wallets.lock(undefined)).toMatchObject([{ name: 'main' }])
    await ended(pid)
    expect(await unlockedUntil(testAddress, scene.agent.folder)).toBeUndefined()
    await expect(openPayingWallet(options)).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
    expect(await createMoney(options).wallets.lock(undefined)).toEqual([])
  })
})
