import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Devnet, openDevnet } from '../packages/server/src/devnet/chain.ts'
import { createPayer, present } from './faults/payer.ts'
import { type ServerProcess, startProcess } from './faults/server-process.ts'
import { type Listening, nodeOver } from './testing/over-http.ts'

const program = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
const account = privateKeyToAccount(generatePrivateKey())
let folder: string
let devnet: Devnet
let node: Listening
let server: ServerProcess

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-restored-'))
  devnet = await openDevnet()
  await devnet.faucet(account.address, 1_000_000n)
  node = await nodeOver(devnet)
})
afterEach(async () => {
  await server.kill('SIGTERM')
  node.close()
  await devnet.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A server whose chain runs in its own process, so that the chain continues when the record is
 * lost.
 */
async function start(port = 0): Promise<ServerProcess> {
  const key = generatePrivateKey()
  const balance = [privateKeyToAccount(key).address, '0x56bc75e2d63100000']
  await devnet.request({ method: 'hardhat_setBalance', params: balance })
  const keyFile = join(folder, 'settler')
  writeFileSync(keyFile, key, { mode: 0o600 })
  return startProcess({
    folder: join(folder, 'data'),
    port,
    flags: [
      ...['--facilitator', 'local', '--rpc-url', node.url, '--settler-key-file', keyFile],
      ...['--pay-to', devnet.payTo, '--public-url', 'http://fiq.example'],
    ],
  })
}

const operator = (...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words, '--data-dir', join(folder, 'data')])

test('error: the restored record answers payments made after the backup again, without a second payment', async () => {
  server = await start()
  const payer = createPayer(server.url, account)
  const before = await payer.sign()
  expect((await present(server.url, before))?.status).toBe(200)
  await operator('backup', join(folder, 'backup'))
  const since = await payer.sign()
  expect((await present(server.url, since))?.status).toBe(200)
  const paid = await devnet.balanceOf(devnet.payTo)
  expect(paid).toBe(before.amount + since.amount)

  await server.kill('SIGTERM')
  await operator('restore', join(folder, 'backup'), '--over-newer')
  server = await start(Number(new URL(server.url).port))
  for (const purchase of [before, since]) {
    const answer = await present(server.url, purchase)
    expect([answer?.status, answer?.code]).toEqual([200, undefined])
    expect(await devnet.balanceOf(devnet.payTo)).toBe(paid)
  }
})
