import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStoredKey } from '../../account/stored-keys.ts'
import { clientProgram as program } from '../../config/testing/client-program.ts'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import { decryptKeystore } from './keystore.ts'
import { keystoreFolder, readKnownWallets } from './known-wallets.ts'

// Six processes of the real program use one folder at once.

const names = ['a', 'b', 'c', 'd', 'e', 'f']

test('behavior: creates six wallets, and the list has all', async () => {
  using folder = scratchFolder()
  const codes = await each((name) => run(folder.path, ['wallet', 'create', name]))
  expect(codes).toEqual(Array(6).fill(0))
  const { wallets, current } = readKnownWallets(folder.path)
  expect(wallets.map(({ name }) => name).sort()).toEqual(names)
  expect(names).toContain(current)
})

test('behavior: of six with one name only one is created, and its key is stored', async () => {
  using folder = scratchFolder()
  const codes = await each(() => run(folder.path, ['wallet', 'create', 'main']))
  expect(codes.toSorted()).toEqual([0, 4, 4, 4, 4, 4])
  expect(readdirSync(join(folder.path, keystoreFolder))).toEqual(['main.json'])
  const text = readFileSync(join(folder.path, keystoreFolder, 'main.json'), 'utf8')
  const { address } = JSON.parse(text) as { address: string }
  expect(readKnownWallets(folder.path).wallets).toMatchObject([{ name: 'main' }])
  expect(readKnownWallets(folder.path).wallets[0]?.address.toLowerCase()).toBe(`0x${address}`)
  expect(await decryptKeystore(text, 'correct horse')).toMatch(/^0x[0-9a-f]{64}$/)
})

test('behavior: stores six settings, limits and profiles', async () => {
  using folder = scratchFolder()
  const orders = [
    ['config', 'set', 'max-spend', '0.25'],
    ['config', 'set', 'url', 'https://a.example'],
    ['profile', 'create', 'work'],
    ['profile', 'create', 'home'],
    ['budget', 'set', '--per-day', '1.5'],
    ['budget', 'set', '--per-session', '0.5'],
  ]
  const codes = await Promise.all(orders.map((words) => run(folder.path, words)))
  expect(codes).toEqual(Array(6).fill(0))
  const read = (name: string) => JSON.parse(readFileSync(join(folder.path, name), 'utf8'))
  expect(read('settings.json')).toMatchObject({
    profiles: {
      default: { 'max-spend': '0.25', url: 'https://a.example' },
      work: {},
      home: {},
    },
  })
  expect(read('budget.json')).toMatchObject({ perDay: '1.5', perSession: '0.5' })
})

test('behavior: stores six API keys of six servers', async () => {
  using folder = scratchFolder()
  const script = `
    import { writeStoredKey } from ${JSON.stringify(join(import.meta.dirname, '../../account/stored-keys.ts'))}
    const [folder, origin] = process.argv.slice(1)
    writeStoredKey(folder, { profile: 'default', origin }, { place: 'file', key: 'k', by: 'key', since: '' })`
  const origins = names.map((name) => `https://${name}.example`)
  const codes = await Promise.all(
    origins.map((origin) =>
      ended(['--input-type=module', '--eval', script, folder.path, origin], folder.path),
    ),
  )
  expect(codes).toEqual(Array(6).fill(0))
  for (const origin of origins)
    expect(readStoredKey(folder.path, 'default', origin)).toMatchObject({ key: 'k' })
})

function each(start: (name: string) => Promise<number | null>) {
  return Promise.all(names.map(start))
}

function run(home: string, words: readonly string[]) {
  return ended([program, ...words], home)
}

function ended(words: readonly string[], home: string): Promise<number | null> {
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      FIQ_HOME: home,
      FIQ_WALLET_PASSPHRASE: 'correct horse',
    },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('close', resolve))
}
