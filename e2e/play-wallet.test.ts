import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientHome, fiq, fiqJson } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

// A play wallet whose key holds USDC on the chain of the user's own RPC, which represents Base.

type Server = Awaited<ReturnType<typeof runningServer>>
let devnet: Server
let base: Server
let client: ClientHome
let address = ''
const rpc = () => ['--rpc-url', `${base.url}/devnet/rpc`]

beforeAll(async () => {
  devnet = await runningServer()
  base = await runningServer()
  client = { url: devnet.url, home: join(devnet.folder, 'client') }
  const made = await fiqJson<{ address: string }>(client, 'wallet', 'create', '--play', '--json')
  address = made.address
  await fiqJson(client, 'wallet', 'fund', '--json')
}, 120_000)
afterAll(async () => {
  await devnet?.close()
  await base?.close()
})

test('default: without USDC at that RPC it pays, marked as play money', async () => {
  const { status, stderr } = await fiq(client, ['quote', 'AAPL', '--yes', ...rpc()])
  expect(stderr).toContain('of play money')
  expect(status).toBe(0)
  const listed = await fiqJson<unknown[]>(client, 'payments', 'list', '--json')
  expect(listed).toMatchObject([{ play: true }])
}, 60_000)

test('error: with USDC there it signs nothing, and explains where to move it', async () => {
  const paid = await fiqJson<unknown[]>(client, 'payments', 'list', '--json')
  const sent = await fetch(`${base.url}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount: '1.5' }),
  })
  expect(sent.status).toBe(200)
  for (const words of [
    ['quote', 'MSFT', '--yes'],
    ['wallet', 'fund'],
  ]) {
    const { status, stderr } = await fiq(client, [...words, ...rpc()])
    expect(status).toBe(3)
    expect(stderr).toContain('The play wallet holds real USDC on Base.')
    expect(stderr).toContain(`Held on Base, according to ${base.url}: 1.5 USDC`)
    expect(stderr).toContain('Move the USDC to a real wallet')
    expect(stderr).toContain('Nothing was signed.')
  }
  expect(await fiqJson(client, 'payments', 'list', '--json')).toEqual(paid)
  const { stderr } = await fiq(client, ['wallet', 'balance', ...rpc()])
  expect(stderr).toContain('The play wallet holds real USDC on Base.')
}, 60_000)
