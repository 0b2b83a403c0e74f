import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { recoverTypedDataAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PurchaseState } from '../../payment/journal/purchase.ts'
import { openPayer } from '../../payment/open-payer.ts'
import { payAndRetry } from '../../payment/pay-and-retry.ts'
import type { Orders } from '../../payment/testing/pay-once.ts'
import { requestTo, testAddress, testKey } from '../../payment/testing/test-payer.ts'
import { ended, hourMs, lockedScene, unlockedScene } from '../testing/agent-scene.ts'
import { passphrase } from '../testing/test-keystore.ts'
import { unlockWallet } from '../unlock-wallet.ts'
import { agentSigner, agentStatus, lockAgent, unlockedUntil } from './agent-client.ts'
import { agentWord } from './agent-word.ts'
import { socketName } from './protocol.ts'
import { startAgent } from './start-agent.ts'

describe('the wallet agent', () => {
  test('default: after one prompt, signs purchases without the passphrase', async () => {
    await using scene = await unlockedScene()
    const { options, server } = scene
    const { delivered, ...paid } = await payAndRetry(requestTo(server.url), openPayer(options))
    delivered()
    expect(paid).toMatchObject({ paid: 15_000n, purchase: { state: 'answered' } })
    const [payment] = server.payments
    const recovered = await recoverTypedDataAddress({
      ...typedDataOf(payment!.authorization),
      signature: payment!.signature,
    })
    expect(recovered).toBe(testAddress)
  })

  test('behavior: removes access of others to the folder before the agent listens', async () => {
    await using scene = await lockedScene()
    mkdirSync(scene.agent.folder, { mode: 0o755 })
    chmodSync(scene.agent.folder, 0o755)
    await unlockWallet(undefined, hourMs, { ...scene.options, secrets: { passphrase } })
    expect(lstatSync(scene.agent.folder).mode & 0o777).toBe(0o700)
  })

  test('behavior: argv, environment, core and files of the agent do not contain the key', async () => {
    await using scene = await unlockedScene()
    const { pid, options } = scene
    const hidden = [testKey.slice(2), passphrase]
    for (const file of ['cmdline', 'environ'])
      for (const text of hidden)
        expect(readFileSync(`/proc/${pid}/${file}`, 'utf8')).not.toContain(text)
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0/m)
    const { folder } = scene.agent
    for (const path of readdirSync(options.configDir, { recursive: true, encoding: 'utf8' })) {
      const file = join(options.configDir, path)
      if (!lstatSync(file).isFile()) continue
      for (const text of hidden) expect(readFileSync(file, 'latin1')).not.toContain(text)
    }
    expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    expect(lstatSync(join(folder, socketName(testAddress))).mode & 0o077).toBe(0)
    // A debugger started by signal could read the key: the signal must end the agent or have no
    // effect.
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--disable-sigusr1')
  })

  test('error: a purchase has one signature, and an unreserved one has none', async () => {
    await using scene = await unlockedScene()
    const { options, server } = scene
    const signer = (await agentSigner(knownMain, scene.agent.folder))!
    if (!('signPurchase' in signer)) throw new Error('no agent')
    let signatures = 0
    const states: (PurchaseState | undefined)[] = []
    const payer = openPayer(options)
    payer.openWallet = async () => ({
      address: testAddress,
      async signPurchase(purchase) {
        const signature = await signer.signPurchase(purchase)
        signatures += 1
        expect(await signer.signPurchase(purchase)).toBe(signature)
        const dearer = { ...purchase.authorization, value: 99n }
        await expect(
          signer.signPurchase({ ...purchase, authorization: dearer }),
        ).rejects.toMatchObject({ facts: [expect.stringContaining('Reason:')] })
        return signature
      },
    })
    const paid = await payAndRetry(requestTo(server.url), payer)
    const done = payer.journal.read(paid.purchase!.id)!
    states.push(done.state)
    await expect(signer.signPurchase(done)).rejects.toMatchObject({
      facts: ['Reason: the purchase is not reserved'],
    })
    await expect(
      signer.signPurchase({ ...done, id: `0x${'ee'.repeat(32)}` }),
    ).rejects.toMatchObject({ facts: ['Reason: the journal holds no such purchase'] })
    expect(signatures).toBe(1)
    expect(server.payments).toHaveLength(1)
  })

  test('behavior: if a process dies before it journals the signature, the next one continues', async () => {
    await using scene = await unlockedScene()
    const { options, server, agent } = scene
    const orders = { folder: options.configDir, url: server.url.href, tickers: ['AAPL'] }
    const unlocked = { ...orders, agentFolder: agent.folder }
    expect(await payOnce({ ...unlocked, dieAt: 'signature made' })).toBe('')
    expect(server.payments).toEqual([])
    expect(JSON.parse(await payOnce(unlocked))).toMatchObject({ status: 200, paid: '15000' })
    expect(server.settled.size).toBe(1)
    expect(readFileSync(join(options.configDir, 'signatures.log'), 'utf8')).toBe('++')
  })

  test.each(['SIGHUP', 'SIGTERM', 'SIGINT'] as const)(
    'behavior: %s ends it, and removes its socket',
    async (signal) => {
      await using scene = await unlockedScene()
      const { pid } = scene
      process.kill(pid, signal)
      await ended(pid)
      expect(existsSync(join(scene.agent.folder, socketName(testAddress)))).toBe(false)
    },
  )

  test('behavior: ends if the session removes its runtime folder', async () => {
    await using scene = await unlockedScene()
    const { pid } = scene
    rmSync(scene.agent.folder, { recursive: true })
    await ended(pid)
  })

  test('behavior: ends when its time is over', async () => {
    await using scene = await lockedScene()
    const { options } = scene
    const until = Date.now() + 5_000
    await startAgent(
      { key: testKey, address: testAddress, stateDir: options.stateDir, until },
      scene.agent,
    )
    // On a busy machine the time may be over before this process reads the status.
    const status = await agentStatus(testAddress, scene.agent.folder)
    if (status) await ended(status.pid)
    expect(Date.now()).toBeGreaterThanOrEqual(until)
    expect(await unlockedUntil(testAddress, scene.agent.folder)).toBeUndefined()
  })

  test.each([
    ['a day forward', 86_400_000, 3_600_000],
    ['an hour back', -3_600_000, 10_000],
  ])('behavior: ends in time if the clock is set %s', async (_, jump, unlockMs) => {
    await using scene = await lockedScene()
    const { options, agent } = scene
    const setClock = (aheadMs: number) =>
      writeFileSync(join(options.stateDir, 'clock'), String(aheadMs))
    setClock(0)
    const script = join(import.meta.dirname, '../testing/agent-with-set-clock.ts')
    const until = Date.now() + unlockMs
    await startAgent(
      { key: testKey, address: testAddress, stateDir: options.stateDir, until },
      {
        ...agent,
        program: [process.execPath, script],
        env: { ...agent.env, FIQ_HOME: options.stateDir },
      },
    )
    const { pid } = (await agentStatus(testAddress, agent.folder))!
    setClock(jump)
    await ended(pid)
  })

  test('behavior: an agent that hangs is locked and replaced, and leaves the socket of the next one', async () => {
    await using scene = await unlockedScene()
    const { agent, options, pid } = scene
    process.kill(pid, 'SIGSTOP')
    try {
      expect(await lockAgent(testAddress, agent.folder)).toBe(true)
      expect(await lockAgent(testAddress, agent.folder)).toBe(false)
      await unlockWallet(undefined, hourMs, { ...options, secrets: { passphrase } })
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await ended(pid)
    const next = (await agentStatus(testAddress, agent.folder))!
    expect(next.pid).not.toBe(pid)
  })

  test('behavior: of agents that start at the same moment the last one signs, and the others end', async () => {
    await using scene = await lockedScene()
    const { options, agent } = scene
    const until = Date.now() + hourMs
    const start = { key: testKey, address: testAddress, stateDir: options.stateDir, until }
    const [node, file = ''] = agent.program
    const log = join(options.configDir, 'agents.log')
    const wrapper = join(options.configDir, 'agent.sh')
    writeFileSync(wrapper, `#!/bin/sh\necho $$ >> '${log}'\nexec '${node}' "$@"\n`, { mode: 0o700 })
    const noted = { ...agent, program: [wrapper, file] }
    await Promise.all([1, 2, 3, 4].map(() => startAgent(start, noted)))
    const { pid } = (await agentStatus(testAddress, agent.folder))!
    const pids = readFileSync(log, 'utf8').trim().split('\n').map(Number)
    expect(pids).toHaveLength(4)
    for (const each of pids) if (each !== pid) await ended(each)
    expect(await agentStatus(testAddress, agent.folder)).toMatchObject({ pid })
    expect(readdirSync(agent.folder)).toEqual([socketName(testAddress)])
  })

  test('error: does not start in a folder that others can enter', async () => {
    await using scene = await lockedScene()
    mkdirSync(scene.agent.folder)
    chmodSync(scene.agent.folder, 0o755)
    expect(await startOf(scene, testAddress)).toEqual([1, '', false])
  })

  test('error: does not start with a key of another address', async () => {
    await using scene = await lockedScene()
    mkdirSync(scene.agent.folder, { mode: 0o700 })
    const other = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'
    expect(await startOf(scene, other)).toEqual([1, '', false])
  })

  test('error: does not use an agent in a folder that others can enter', async () => {
    await using scene = await unlockedScene()
    chmodSync(scene.agent.folder, 0o755)
    expect(await unlockedUntil(testAddress, scene.agent.folder)).toBeUndefined()
    chmodSync(scene.agent.folder, 0o700)
    expect(await unlockedUntil(testAddress, scene.agent.folder)).toBeDefined()
  })
})

/**
 * Starts an agent for an address with the test key.
 *
 * @returns Its exit code, its output, and whether its socket exists.
 */
async function startOf(
  { agent, options }: Awaited<ReturnType<typeof lockedScene>>,
  address: string,
): Promise<[code: number | null, out: string, isListening: boolean]> {
  const [node = '', ...words] = [...agent.program, agentWord]
  const child = spawn(node, words, { stdio: ['pipe', 'pipe', 'ignore'] })
  const { stateDir } = options
  const socket = join(agent.folder, socketName(address))
  const until = Date.now() + 60_000
  child.stdin.end(`${JSON.stringify({ key: testKey, address, stateDir, until, socket })}\n`)
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
    // If it listens by mistake, the test fails by the returned text, and no process remains.
    child.kill()
  })
  const [code] = await once(child, 'close')
  return [code, out, existsSync(socket)]
}

/**
 * Runs a process that pays once.
 *
 * @returns Its output; empty if it was killed.
 */
async function payOnce(orders: Orders): Promise<string> {
  const script = join(import.meta.dirname, '../../payment/testing/pay-once.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  await once(child, 'close')
  return output
}

const knownMain = { name: 'main', address: testAddress, place: 'keystore' } as const
