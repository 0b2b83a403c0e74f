import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startPaidServer } from '../../payment/testing/hostile-server.ts'
import { moneyScene } from '../../payment/testing/money-scene.ts'
import { testAddress, testKey } from '../../payment/testing/test-payer.ts'
import { placeTestWallet } from '../../wallet/testing/test-keystore.ts'
import { run as balance } from './balance/run.ts'
import { run as create } from './create/run.ts'
import { run as fund, paymentLink } from './fund/run.ts'
import { durationOf, run as unlock } from './unlock/run.ts'
import { placeOf } from './view.ts'
import {
  exportWallet,
  importWallet,
  list,
  lock,
  remove,
  show,
  use as useWallet,
} from './wallets.ts'

const none = { arguments: {}, options: {} }
const inFile = { arguments: {}, options: { store: 'file' } }
const main = {
  name: 'main',
  address: testAddress,
  store: 'file',
  pays: true,
  play: false,
  unlockedUntil: null,
}

describe('fiq wallet', () => {
  test('default: create, list and show', async () => {
    await using scene = await moneyScene({ format: 'json' })
    await create(scene.context, none)
    const made = JSON.parse(scene.out())
    expect(made).toEqual({ ...main, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
    await list(scene.context)
    await show(scene.context, none)
    expect(scene.out()).toBe(
      `${[made, [made], made].map((value) => JSON.stringify(value)).join('\n')}\n`,
    )
    expect(scene.err()).toContain('fiq wallet fund')
  })

  test('behavior: labels a play wallet wherever it is shown', async () => {
    await using scene = await moneyScene()
    const play = { arguments: {}, options: { play: true } }
    await create(scene.context, play)
    await show(scene.context, none)
    const shown = scene.out()
    expect(shown.split('PLAY MONEY ONLY: never send real USDC')).toHaveLength(3)
    expect(shown).toContain('a plain file that only this user can read (0600), without a')
    await list(scene.context)
    expect(scene.out().slice(shown.length)).toContain('PLAY')
    expect(existsSync(join(scene.folder, 'play', 'play.json'))).toBe(true)
    expect(existsSync(join(scene.folder, 'keystore'))).toBe(false)
    await expect(
      create(scene.context, { arguments: { name: ['b'] }, options: { play: true, store: 'file' } }),
    ).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('behavior: list and show state until when a wallet is unlocked', async () => {
    await using scene = await moneyScene({ text: testKey })
    await importWallet(scene.context, inFile)
    const { money } = scene.context
    const until = Date.parse('2026-11-20T20:00:00Z')
    const wallets = { ...money.wallets, unlockedUntil: async () => until }
    const context = { ...scene.context, money: { ...money, wallets } }
    const before = scene.out()
    await list(context)
    const table = scene.out().slice(before.length)
    expect(table).toContain('8 h 0 min left')
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    await show(context, none)
    expect(scene.out()).toContain('until 2026-11-20 20:00:00 UTC')
    await lock(scene.context, none)
    expect(scene.out()).toContain('No wallet was unlocked.')
    await expect(unlock(scene.context, none)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
  })

  test.each([
    ['30m', 1_800_000],
    ['8h', 28_800_000],
    ['2d', 172_800_000],
  ])('default: --for %s', (text, ms) => {
    expect(durationOf(text)).toBe(ms)
  })

  test.each(['', '8', 'h', '-1h', '1.5h', '8 h', '999999m', '1w'])(
    'error: refuses --for "%s"',
    (text) => {
      expect(() => durationOf(text)).toThrow(expect.objectContaining({ code: 'USAGE' }))
    },
  )

  test('behavior: the JSON of a play wallet has play: true', async () => {
    await using scene = await moneyScene({ format: 'json' })
    await create(scene.context, { arguments: {}, options: { play: true } })
    await list(scene.context)
    const [made, listed] = scene.out().trim().split('\n')
    const row = { name: 'play', store: 'plain file', pays: true, play: true }
    expect(JSON.parse(made!)).toMatchObject(row)
    expect(JSON.parse(listed!)).toMatchObject([row])
  })

  test('behavior: a play wallet beside a real one does not become the paying one', async () => {
    await using scene = await moneyScene({ text: testKey, format: 'json' })
    await importWallet(scene.context, inFile)
    await create(scene.context, { arguments: {}, options: { play: true } })
    expect(JSON.parse(scene.out().split('\n')[1]!)).toMatchObject({ name: 'play', pays: false })
    expect(scene.err()).toContain('fiq wallet use play')
    expect(scene.err()).toContain('Next: fiq wallet fund play\n')
  })

  test('default: import reads the key from standard input, and never shows it', async () => {
    await using scene = await moneyScene({ text: `${testKey}\n` })
    await importWallet(scene.context, inFile)
    expect(scene.out()).toMatchInlineSnapshot(`
      "wallet   main (pays)
      address  0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf
      key in   an encrypted file
      "
    `)
    expect(scene.out() + scene.err()).not.toContain(testKey.slice(2))
    const kept = readFileSync(join(scene.folder, 'keystore', 'main.json'), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ address: testAddress.slice(2).toLowerCase() })
  })

  test('error: refuses a second wallet of the same name', async () => {
    await using scene = await moneyScene({ text: testKey })
    await importWallet(scene.context, inFile)
    await expect(create(scene.context, inFile)).rejects.toMatchObject({ code: 'WALLET_EXISTS' })
  })

  test.each([create, importWallet])(
    'error: refuses an empty name, which is not an alias of main',
    async (run) => {
      await using scene = await moneyScene({ text: testKey })
      const given = { arguments: { name: [''] }, options: { store: 'file' } }
      await expect(run(scene.context, given)).rejects.toMatchObject({ code: 'USAGE' })
      await list(scene.context)
      expect(scene.out()).toContain('There is no wallet yet.')
    },
  )

  test('behavior: without a wallet, list explains how to create one, and show fails', async () => {
    await using scene = await moneyScene()
    await list(scene.context)
    expect(scene.out()).toBe('There is no wallet yet. Create one: fiq wallet create\n')
    await expect(show(scene.context, none)).rejects.toMatchObject({ code: 'NO_WALLET' })
  })

  test('default: prints the balance on the chain', async () => {
    await using scene = await moneyScene({ text: testKey, format: 'json' })
    placeTestWallet(scene.folder, 'main')
    await balance(scene.context, none)
    expect(JSON.parse(scene.out())).toEqual({
      name: 'main',
      address: testAddress,
      balance: '1.5',
      known: true,
      play: false,
    })
  })

  test('behavior: an unknown balance is "unknown", never 0', async () => {
    await using scene = await moneyScene({ text: testKey })
    placeTestWallet(scene.folder, 'main')
    scene.server.become({ rpc: 'absent' })
    await balance(scene.context, none)
    expect(scene.out()).toContain('unknown')
    expect(scene.out()).not.toMatch(/\b0 USDC/)
    expect(scene.err()).toContain('The balance is unknown.')
  })

  test('default: fund requests money from the faucet of a devnet', async () => {
    const transaction = `0x${'ab'.repeat(32)}`
    await using scene = await moneyScene({
      text: testKey,
      format: 'json',
      free: (path) =>
        path === '/api/v1/service'
          ? { devnet: true, faucet: '/devnet/faucet' }
          : { balance: '12.5', transaction },
    })
    placeTestWallet(scene.folder, 'main')
    await fund(scene.context, { arguments: {}, options: { amount: '2.5' } })
    expect(scene.called[1]).toEqual({
      path: '/devnet/faucet',
      body: { address: testAddress, amount: '2.5' },
    })
    expect(JSON.parse(scene.out())).toEqual({
      address: testAddress,
      amount: '2.5',
      balance: '12.5',
      transaction,
      play: false,
    })
  })

  test.each([
    ['no devnet', { devnet: false, faucet: null }],
    ['a faucet at another address', { devnet: true, faucet: 'https://evil.example/' }],
    ['noise', 'hello'],
  ])('behavior: with %s, fund shows where to send USDC', async (_, service) => {
    await using scene = await moneyScene({ text: testKey, format: 'json', free: () => service })
    placeTestWallet(scene.folder, 'main')
    await fund(scene.context, none)
    expect(JSON.parse(scene.out())).toEqual({
      address: testAddress,
      amount: '10',
      link: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${testAddress}&uint256=10000000`,
      play: false,
    })
    expect(scene.called).toHaveLength(1)
  })

  test('behavior: on a terminal, shows a QR code of the link if it fits', async () => {
    const free = () => ({ devnet: false, faucet: null })
    for (const [columns, drawn] of [
      [80, true],
      [30, false],
    ] as const) {
      await using scene = await moneyScene({ text: testKey, columns, free })
      placeTestWallet(scene.folder, 'main')
      await fund(scene.context, none)
      expect(/[▀▄█]{10}/.test(scene.out())).toBe(drawn)
      expect(scene.out().replace(/\s/g, '')).toContain(paymentLink(testAddress, 10_000_000n))
    }
  })

  test('error: never offers the address of a play wallet for real money', async () => {
    const free = () => ({ devnet: false, faucet: null })
    for (const format of ['text', 'json'] as const) {
      await using scene = await moneyScene({ format, free })
      await create(scene.context, { arguments: {}, options: { play: true } })
      const made = scene.out()
      await expect(fund(scene.context, none)).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        remedy: expect.stringContaining('fiq wallet fund main'),
      })
      expect(scene.out()).toBe(made)
    }
  })

  test('behavior: faucet, balance and export label a play wallet', async () => {
    const free = (path: string) =>
      path === '/api/v1/service' ? { devnet: true, faucet: '/devnet/faucet' } : { balance: '12.5' }
    await using scene = await moneyScene({ free })
    await create(scene.context, { arguments: {}, options: { play: true } })
    for (const run of [fund, balance]) {
      const before = scene.out()
      await run(scene.context, none)
      expect(scene.out().slice(before.length)).toContain('PLAY MONEY ONLY')
    }
    const before = scene.err()
    await exportWallet(scene.context, none)
    expect(scene.err().slice(before.length)).toContain('PLAY MONEY ONLY')
  })

  test('error: does not fund a play wallet that holds real USDC, and reports it with the balance', async () => {
    const base = await startPaidServer()
    const free = () => ({ devnet: true, faucet: '/devnet/faucet' })
    const rpcUrl = new URL('/devnet/rpc', base.url)
    await using scene = await moneyScene({ free }, { rpcUrl })
    await create(scene.context, { arguments: {}, options: { play: true } })
    const message = 'The play wallet holds real USDC on Base.'
    await expect(fund(scene.context, none)).rejects.toMatchObject({ message })
    await balance(scene.context, none)
    expect(scene.err()).toContain(message)
    await base.close()
  })

  test('behavior: selects another wallet, exports it in encrypted form, and removes it', async () => {
    await using scene = await moneyScene({ text: testKey, format: 'json' })
    placeTestWallet(scene.folder, 'main')
    const second = { arguments: { name: ['second'] }, options: { store: 'file' } }
    await create(scene.context, second)
    await useWallet(scene.context, second)
    expect((await scene.context.money.wallets.list()).current).toBe('second')
    const before = scene.out().length
    await exportWallet(scene.context, { arguments: { name: ['main'] }, options: {} })
    const exported = scene.out().slice(before)
    expect(JSON.parse(exported)).toMatchObject({ version: 3, crypto: { kdf: 'scrypt' } })
    expect(exported).not.toContain(testKey.slice(2))
    await expect(remove(scene.context, second)).rejects.toMatchObject({
      code: 'USAGE',
      remedy: expect.stringContaining('wallet export second'),
    })
    await remove(scene.context, { ...second, options: { force: true } })
    const { current, wallets } = await scene.context.money.wallets.list()
    expect([current, wallets.map(({ name }) => name)]).toEqual([undefined, ['main']])
    expect(existsSync(join(scene.folder, 'keystore', 'second.json'))).toBe(false)
    expect(scene.err()).toContain('fiq wallet use')
  })

  test('error: reports an invalid response of a faucet', async () => {
    await using scene = await moneyScene({
      text: testKey,
      free: (path) => (path.endsWith('service') ? { devnet: true, faucet: '/devnet/faucet' } : {}),
    })
    placeTestWallet(scene.folder, 'main')
    await expect(fund(scene.context, none)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })
})

describe('paymentLink and placeOf', () => {
  test('default: EIP-681 with atomic units, for both places', () => {
    expect(paymentLink('0xabc', 1n)).toMatch(/\/transfer\?address=0xabc&uint256=1$/)
    expect([undefined, 'keychain', 'file'].map(placeOf)).toEqual([
      undefined,
      'keychain',
      'keystore',
    ])
    expect(() => placeOf('cloud')).toThrow('--store must be')
  })
})
