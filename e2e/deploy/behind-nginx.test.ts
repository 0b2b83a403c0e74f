import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bounds } from '@fiq/shared/bounds'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDoctor } from '../../packages/server/src/commands/doctor/doctor.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { freePort } from '../../packages/server/src/redis/testing/redis-server.ts'
import { hasNginx } from '../instances/nginx.ts'
import { runningServer } from '../testing/running-server.ts'

const configuration = join(import.meta.dirname, '../../deploy/nginx/nginx.conf')

describe.skipIf(!hasNginx)('behind the nginx of deploy/ (skipped if none is installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-nginx-'))
  const file = join(folder, 'nginx.conf')
  let server: Awaited<ReturnType<typeof runningServer>>
  let nginx: ReturnType<typeof spawn>
  let url = ''

  /** The real file, with the ports and folders of this test. */
  function written(port: number, upstream: string): string {
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    // Otherwise the workers of root's nginx run as a user who may not write large bodies here.
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    return readFileSync(configuration, 'utf8')
      .replace('pid /run/nginx.pid;', `pid ${folder}/nginx.pid; daemon off; ${user}`)
      .replace('worker_processes auto;', 'worker_processes 1;')
      .replace('http {', `http { ${places}`)
      .replace('server-1:4020', upstream)
      .replace(/ *server server-2:4020.*\n/, '')
      .replace('listen 8080;', `listen 127.0.0.1:${port};`)
  }

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = await runningServer({ publicUrl: url, trustProxy: '1' })
    writeFileSync(file, written(port, new URL(server.url).host))
    const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', file]
    const checked = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
    expect(checked.stderr).toContain('test is successful')
    nginx = spawn('nginx', args, { stdio: 'ignore' })
    const answers = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await answers())) if (nginx.exitCode !== null) throw new Error('nginx ended.')
  })
  afterAll(async () => {
    const gone = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await gone
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const post = (body: unknown) =>
    fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('default: forwards a 402 with the largest quote, which is then paid', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await server.devnet.faucet(account.address, 10_000_000n)
    const rows = Array.from(
      { length: 45 },
      (_, n) =>
        `${'a'.repeat(62)}${String(n).padStart(2, '0')}: quotes(tickers: ["AAPL"]) { price }`,
    )
    const query = `{ ${rows.join(' ')} }`
    const quote = await post({ query })
    const header = quote.headers.get('payment-required') ?? ''
    expect(quote.status).toBe(402)
    // Larger than nginx's default buffer, and within the limits of other proxies.
    expect(header.length).toBeGreaterThan(4_096)
    expect(header.length).toBeLessThan(8_192)
    expect(readPaymentRequired(header).requirements.amount).toBe(45n * 3_000n)

    const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
    const paid = await wrapFetchWithPayment(fetch, client)(`${url}/tools/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tickers: ['AAPL'] }),
    })
    expect([paid.status, paid.headers.get('payment-response') !== null]).toEqual([200, true])
  })

  test('behavior: forwards the largest body that the server accepts', async () => {
    const body = { query: '{ marketStatus { session } }', padding: '' }
    const padding = 'x'.repeat(bounds.bodyBytesMax - JSON.stringify(body).length)
    expect((await post({ ...body, padding })).status).toBe(402)
  })

  test('behavior: the doctor reports no problem', async () => {
    const config = readConfig({ publicUrl: url, dataDir: join(server.folder, 'data') }, {})
    const { json } = await runDoctor(config, { environment: {}, nowMs: () => Date.now() })
    const { findings } = json as { findings: { check: string; state: string }[] }
    expect(findings).toContainEqual(expect.objectContaining({ check: 'headers', state: 'ok' }))
  })

  test('error: does not serve metrics, and ignores a forged client address', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    const claimed = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }
    expect((await fetch(`${url}/metrics`, { headers: claimed })).status).toBe(404)
  })
})
