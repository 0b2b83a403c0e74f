import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')

describe('a server in operation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-operation-'))
  let server: ChildProcess | undefined
  afterEach(() => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(...flags: string[]) {
    const options = ['--port', '0', '--data-dir', join(folder, 'data'), ...flags]
    server = spawn(process.execPath, [program, 'start', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log: string[] = []
    createInterface({ input: server.stderr! }).on('line', (line) => log.push(line))
    const [line] = (await once(createInterface({ input: server.stdout! }), 'line')) as [string]
    return { process: server, url: line.replace('listening on ', ''), log }
  }

  test('default: on SIGTERM it answers paid requests, closes sockets, and exits with 0', async () => {
    const { process: child, url, log } = await start()
    const account = privateKeyToAccount(generatePrivateKey())
    await fetch(`${url}/devnet/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: account.address, amount: '1' }),
    })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { store: 'ok', settlement: 'ok' },
    })

    const held = connect(Number(new URL(url).port), '127.0.0.1')
    await once(held, 'connect')
    const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
    let sent = () => {}
    const underWay = new Promise<void>((resolve) => {
      sent = resolve
    })
    const pay = wrapFetchWithPayment(async (input, init) => {
      const request = new Request(input, init)
      if (request.headers.has('payment-signature')) setTimeout(sent)
      return fetch(request)
    }, client)
    const paid = pay(`${url}/tools/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tickers: ['AAPL'] }),
    })
    await underWay
    const ended = once(child, 'exit')
    const closed = once(held.resume(), 'close')
    child.kill('SIGTERM')
    const answer = await paid
    expect(answer.status).toBe(200)
    expect(answer.headers.get('payment-response')).toBeTruthy()
    await closed
    expect(await ended).toEqual([0, null])

    const lines = log.join('\n')
    expect(lines).toMatch(/"route":"\/tools\/:name","status":200.*"payment":"0x[0-9a-f]{64}"/)
    expect(lines).not.toMatch(new RegExp(account.address, 'i'))
  })

  test('default: metrics count requests and payments', async () => {
    const { url } = await start()
    await fetch(`${url}/tools/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"tickers":["AAPL"]}',
    })
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain(
      'fiq_http_requests_total{route="/tools/:name",tool="quotes",status="402"} 1',
    )
    expect(text).toMatch(/fiq_payments\{state="answered"\} 0/)
    expect(text).toMatch(/fiq_upstream_seconds_count\{host="[a-z0-9.]+",outcome="ok"\} \d+/)
  })
})

test.each([
  [
    ['operators', 'add', 'ann', '--port', '1'],
    "unknown option '--port'",
    'fiq-server operators add --help explains its options.',
  ],
  [['strat'], "unknown command 'strat'", 'fiq-server --help explains its commands.'],
])('error: refuses %j before any change, and names the documentation', (words, why, help) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(why)
  expect(stderr).toContain(help)
})
