import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defined } from '@fiq/shared/defined'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientProgram as program } from './config/testing/client-program.ts'
import { type Mode, send, startPaidServer, transaction } from './payment/testing/hostile-server.ts'
import { testAddress, testKey } from './payment/testing/test-payer.ts'
import { keystoreFolder } from './wallet/keys/known-wallets.ts'

// Runs the program as a process, for behaviour that is not visible within one.

let home = ''
const open: Server[] = []

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'fiq-main-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  FIQ_HOME: home,
  ...more,
})

function fiq(words: readonly string[], env: Record<string, string> = {}, input?: string) {
  return spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: environment(env),
    ...defined({ input }),
  })
}

describe('fiq, the process', () => {
  test('default: --version is one line', () => {
    expect(fiq(['--version'])).toMatchObject({ stdout: '0.1.0\n', stderr: '', status: 0 })
  })

  test('default: stores settings in FIQ_HOME, readable only by their owner', () => {
    expect(fiq(['config', 'set', 'max-spend', '0.25']).status).toBe(0)
    expect(fiq(['config', 'get', 'max-spend']).stdout).toBe('0.25\n')
    const path = join(home, 'settings.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      profiles: { default: { 'max-spend': '0.25' } },
    })
    expect(fiq(['config', 'unset', 'max-spend']).status).toBe(0)
    expect(fiq(['config', 'get', 'max-spend', '--json']).stdout).toBe('null\n')
  })

  test('error: a --jq filter that fails on a price is told', () => {
    const { status, stdout, stderr } = fiq(['price', 'quote', 'AAPL', '--jq', '.credits.x'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('The --jq filter fails on this answer.')
  })

  test('behavior: reads nothing from the current directory', () => {
    const here = mkdtempSync(join(home, 'here-'))
    writeFileSync(
      join(here, 'settings.json'),
      '{"profiles":{"default":{"url":"https://a.example"}}}',
    )
    writeFileSync(join(here, '.env'), 'FIQ_URL=https://a.example\n')
    const { stdout } = spawnSync(process.execPath, [program, 'config', 'get', 'url'], {
      cwd: here,
      encoding: 'utf8',
      env: environment(),
    })
    expect(stdout).toBe('http://127.0.0.1:4020\n')
  })

  test('error: in a pipe, a failure is one line of JSON on stderr, with its exit code', () => {
    const { status, stdout, stderr } = fiq(['qoute', 'AAPL'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'USAGE', exit: 2 } })
  })

  test('error: a closed port gives exit 5, safe to retry', () => {
    const { status, stderr } = fiq(['quote', 'AAPL', '--url', 'http://127.0.0.1:9'], {
      FIQ_API_KEY: 'fiq_1',
    })
    expect(status).toBe(5)
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'SERVER_UNREACHABLE', funds: 'untouched', retryable: true },
    })
  })

  test('behavior: --table is as wide as COLUMNS, and 80 if that is not usable', async () => {
    const width = (env: Record<string, string>) => {
      const { stdout } = fiq(['help', 'environment', '--table'], env)
      return Math.max(...stdout.split('\n').map((line) => line.length))
    }
    expect(width({ COLUMNS: '50' })).toBeLessThanOrEqual(50)
    expect(width({ COLUMNS: '200' })).toBeGreaterThan(80)
    for (const COLUMNS of ['', '0', 'wide', '-5', '1e9']) {
      const columns = width({ COLUMNS })
      expect([columns > 60, columns <= 80]).toEqual([true, true])
    }
  })

  test('error: refuses a query from a pipe above the size limit', () => {
    const { status, stderr } = fiq(['query'], {}, `{ a # ${'x'.repeat(5_000_000)}`)
    expect(status).toBe(2)
    expect(stderr).toContain('larger than')
  })

  test('behavior: a reader that stops early, like head, causes no failure', async () => {
    const url = await listen((_, response) =>
      response.end(JSON.stringify({ data: { rows: new Array(200_000).fill('x'.repeat(20)) } })),
    )
    const child = spawn(process.execPath, [program, 'query', '{ rows }', '--url', url], {
      env: environment({ FIQ_API_KEY: 'fiq_1' }),
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'behavior: %s while waiting for an answer on credits reports them at risk, exit %i',
    async (signal, exit) => {
      let asked = () => {}
      const waiting = new Promise<void>((resolve) => {
        asked = resolve
      })
      const url = await listen(() => asked())
      const child = spawn(process.execPath, [program, 'status', '--url', url], {
        env: environment({ FIQ_API_KEY: 'fiq_1' }),
      })
      await waiting
      child.kill(signal)
      const { code, err } = await ended(child)
      expect(code).toBe(exit)
      expect(errorIn(err)).toMatchObject({
        exit,
        code: 'CANCELLED',
        funds: 'at-risk',
        payment: null,
      })
    },
  )

  test('behavior: the run after a killed query on credits sends the same idempotency key', async () => {
    const keys: unknown[] = []
    let asked = () => {}
    const waiting = new Promise<void>((resolve) => {
      asked = resolve
    })
    const url = await listen(({ headers }, response) => {
      keys.push(headers['idempotency-key'])
      if (keys.length > 1) response.end('{"data":{"marketStatus":{"isOpen":true}}}')
      asked()
    })
    const env = environment({ FIQ_API_KEY: 'fiq_1', FIQ_HOME: mkdtempSync(join(home, 'credits-')) })
    const start = () => spawn(process.execPath, [program, 'status', '--url', url], { env })
    const killed = start()
    const end = ended(killed)
    await waiting
    killed.kill('SIGKILL')
    await end
    expect((await ended(start())).code).toBe(0)
    expect((await ended(start())).code).toBe(0)
    expect([keys[1] === keys[0], keys[2] === keys[1]]).toEqual([true, false])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'behavior: %s after sending reports the money at risk, exit %i',
    async (signal, exit) => {
      let sent = () => {}
      const waiting = new Promise<void>((resolve) => {
        sent = resolve
      })
      await using scene = await paidScene({
        paid() {
          sent()
          return true
        },
      })
      const child = scene.start()
      const end = ended(child)
      await waiting
      child.kill(signal)
      const { code, err } = await end
      expect(code).toBe(exit)
      expect(errorIn(err)).toMatchObject({
        exit,
        code: 'CANCELLED',
        funds: 'at-risk',
        payment: {
          state: 'signed',
          id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          amount: '0.015',
        },
      })
      scene.server.become({})
      expect(await ended(scene.start())).toMatchObject({ code: 0, out: resumedAnswer })
      expect(new Set(scene.server.headersSeen).size).toBe(1)
    },
  )

  test.skipIf(!existsSync('/dev/full'))(
    'error: an answer that does not fit on the disk is kept, and the next run pays nothing',
    async () => {
      await using scene = await paidScene()
      const full = openSync('/dev/full', 'w')
      const { code, err } = await ended(scene.start(full))
      closeSync(full)
      expect(code).toBe(15)
      expect(errorIn(err)).toMatchObject({
        code: 'OUTPUT_FAILED',
        exit: 15,
        retryable: true,
        message: 'Standard output cannot be written.',
        facts: expect.arrayContaining([expect.stringContaining('ENOSPC')]),
        funds: 'spent',
        remedy: expect.stringContaining('Run the same command again: nothing new is paid.'),
        payment: { state: 'answered', amount: '0.015' },
      })
      expect(await ended(scene.start())).toMatchObject({
        code: 0,
        out: resumedAnswer,
        err: expect.stringContaining('nothing new was paid'),
      })
      expect(scene.server.payments).toHaveLength(1)
    },
  )
})

describe('a wallet whose key takes seconds to derive', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'behavior: %s ends it immediately, with a message',
    async (signal) => {
      const folder = mkdtempSync(join(home, 'slow-'))
      const child = spawn(process.execPath, [program, 'wallet', 'import', '--from', slow(folder)], {
        env: environment({ FIQ_HOME: folder, FIQ_WALLET_PASSPHRASE: 'correct horse' }),
      })
      const end = ended(child)
      // The thread that derives the key has allocated its memory: 512 MiB.
      await until(() => residentBytesOf(child.pid!) > 400_000_000)
      const at = process.hrtime.bigint()
      child.kill(signal)
      const { err } = await end
      const seconds = Number(process.hrtime.bigint() - at) / 1e9
      expect(child.signalCode).toBe(signal)
      expect(errorIn(err)).toMatchObject({
        code: 'CANCELLED',
        funds: 'untouched',
        remedy: 'Run the command again. This run left no payment open.',
      })
      // The derivation takes more than eight seconds.
      expect(seconds).toBeLessThan(4)
    },
  )
})

describe('fiq proxy while it derives its key', () => {
  test('behavior: SIGTERM ends it immediately, after the pending paid answers', async () => {
    let sent = () => {}
    let answer = () => {}
    await using scene = await paidScene({
      paid() {
        sent()
        return true
      },
    })
    // Started without a wallet file, and interrupted. The proxy resumes it without one.
    const first = new Promise<void>((resolve) => {
      sent = resolve
    })
    const cut = scene.start()
    const wasCut = ended(cut)
    await first
    cut.kill()
    await wasCut

    const env = environment({ FIQ_HOME: scene.folder, FIQ_WALLET_PASSPHRASE: 'correct horse' })
    const added = spawnSync(process.execPath, [program, 'proxy', 'token', 'add', 'ann', '--json'], {
      encoding: 'utf8',
      env,
    })
    storeSlow(scene.folder)
    const words = [program, 'proxy', '--port', '0', '--url', scene.server.url.origin]
    const proxy = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let startOutput = ''
    proxy.stderr.on('data', (chunk: Buffer) => {
      startOutput += chunk
    })
    const end = once(proxy, 'exit')
    await until(
      () => startOutput.includes('listening on') && residentBytesOf(proxy.pid!) > 400_000_000,
    )
    const resent = new Promise<void>((resolve) => {
      scene.server.become({
        paid(response) {
          answer = () => send(response, 200, '{"data":{"quotes":[]}}')
          resolve()
          return true
        },
      })
    })
    const url = /listening on (\S+)/.exec(startOutput)![1]
    const asked = fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${JSON.parse(added.stdout).token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: bought[1], variables: { tickers: ['AAPL'] } }),
    })
    await resent
    const at = process.hrtime.bigint()
    proxy.kill('SIGTERM')
    // When the listener refuses connections, the signal has arrived.
    while (await fetch(`${url}/health`).then(Boolean, () => false)) await new Promise(setImmediate)
    answer()
    expect(await (await asked).json()).toEqual({ data: { quotes: [] } })
    expect(await end).toEqual([null, 'SIGTERM'])
    expect(Number(process.hrtime.bigint() - at) / 1e9).toBeLessThan(4)
    expect(new Set(scene.server.headersSeen).size).toBe(1)
  })
})

/** The wallet of a folder: a keystore that takes eight seconds to open. */
function storeSlow(folder: string): void {
  mkdirSync(join(folder, keystoreFolder))
  cpSync(slow(folder), join(folder, keystoreFolder, 'main.json'))
  const wallets = [{ name: 'main', address: testAddress, place: 'keystore' }]
  writeFileSync(join(folder, 'wallets.json'), JSON.stringify({ current: 'main', wallets }))
}

/** A keystore with the maximum accepted work: n*r*p is 2^24. */
function slow(folder: string): string {
  const path = join(folder, 'slow.json')
  const kdfparams = { n: 2 ** 19, r: 8, p: 4, dklen: 32, salt: 'ab'.repeat(32) }
  const cipher = { cipher: 'aes-128-ctr', cipherparams: { iv: 'ab'.repeat(16) } }
  const rest = { ciphertext: 'ab'.repeat(32), mac: 'ab'.repeat(32), kdf: 'scrypt', kdfparams }
  writeFileSync(path, JSON.stringify({ version: 3, crypto: { ...cipher, ...rest } }))
  return path
}

function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024
}

async function until(holds: () => boolean): Promise<void> {
  await vi.waitUntil(holds, { interval: 5, timeout: 30_000 })
}

describe('a paid answer and standard output', () => {
  test('error: a closed one gives exit 15 and is no delivery: the next run prints the answer without payment', async () => {
    await using scene = await paidScene()
    const { code, err } = await ended(scene.startIn('"$0" "$@" >&-', programOf(home)))
    expect(code).toBe(15)
    expect(errorIn(err)).toMatchObject({
      code: 'OUTPUT_FAILED',
      exit: 15,
      funds: 'spent',
      payment: { state: 'answered', amount: '0.015' },
    })
    const rerun = await ended(scene.start())
    expect(rerun).toMatchObject({ code: 0, out: resumedAnswer })
    expect(scene.server.payments).toHaveLength(1)
  })

  test('behavior: if the shell discards it, the answer counts as delivered', async () => {
    await using scene = await paidScene()
    const discarded = scene.startIn('"$0" "$@" >/dev/null', programOf(home))
    expect((await ended(discarded)).code).toBe(0)
    expect((await ended(scene.start())).code).toBe(0)
    expect(scene.server.payments).toHaveLength(2)
  })

  test('behavior: if the parent program ignores it, the answer counts as delivered', async () => {
    await using scene = await paidScene()
    expect((await ended(scene.start('ignore'))).code).toBe(0)
    expect((await ended(scene.start())).code).toBe(0)
    expect(scene.server.payments).toHaveLength(2)
  })

  test('behavior: a reader that closes early, like head -1, causes no error', async () => {
    await using scene = await paidScene({
      paid: (response) => {
        const rows = new Array(20_000).fill({ ticker: 'AAPL', price: 'x'.repeat(50) })
        return send(response, 200, JSON.stringify({ data: { quotes: rows } }))
      },
    })
    const pipe = 'set -o pipefail; "$0" "$@" --json | head -c 100'
    const { code, out, err } = await ended(scene.startIn(pipe))
    expect([code, out.length]).toEqual([0, 100])
    expect(err).not.toContain('error')
    // Its answer was delivered, so the same command is a new purchase.
    const again = await ended(scene.startIn(pipe))
    expect([again.code, again.out.length]).toEqual([0, 100])
    expect(again.err).not.toContain('nothing new was paid')
    expect(scene.server.payments).toHaveLength(2)
  })
})

describe('fiq mcp', () => {
  test('behavior: a client that closes only its output ends the session in order', async () => {
    expect(fiq(['proxy', 'token', 'add', 'closing']).status).toBe(0)
    const child = spawn(process.execPath, [program, 'mcp', '--client', 'closing'], {
      env: environment(),
    })
    const ping = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`
    child.stdin.write(ping)
    await once(child.stdout, 'data')
    const gone = once(child, 'exit')
    child.stdout.destroy()
    await once(child.stdout, 'close')
    child.stdin.on('error', () => {})
    child.stdin.write(ping)
    expect(await gone).toEqual([0, null])
  })
})

describe('a disk that is full after the payment settled', () => {
  const large: Mode['paid'] = (response, _, request) => {
    const { authorization } = readPaymentSignature(String(request.headers['payment-signature']))
    const receipt = paymentResponseHeader({ transaction, payer: authorization.from })
    const rows = new Array(20_000).fill({ ticker: 'AAPL', price: 'x'.repeat(80) })
    const body = JSON.stringify({ data: { quotes: rows } })
    return send(response, 200, body, { 'PAYMENT-RESPONSE': receipt })
  }

  test('behavior: prints the answer, and states that it was paid', async () => {
    await using scene = await paidScene({ paid: large })
    // No file may exceed 512 KiB, as the journal would with this answer.
    const { code, out, err } = await ended(scene.startIn('ulimit -f 512; exec "$0" "$@" --json'))
    expect(code).toBe(0)
    expect(JSON.parse(out).data.quotes).toHaveLength(20_000)
    expect(err).toContain('could not be stored in the payment journal')
    expect(err).toMatch(/^cost +0\.015 USDC/m)
    expect(scene.server.payments).toHaveLength(1)
  })

  test('error: if the answer cannot be printed either, the error states that it was paid', async () => {
    await using scene = await paidScene({ paid: large })
    const script = 'ulimit -f 512; exec "$0" "$@" --json >/dev/full'
    const { code, err } = await ended(scene.startIn(script))
    expect(code).toBe(15)
    expect(errorIn(err)).toMatchObject({
      code: 'OUTPUT_FAILED',
      funds: 'spent',
      payment: { amount: '0.015' },
    })
    // The signed payment is in the journal: the next run sends the same bytes.
    expect((await ended(scene.start())).code).toBe(0)
    expect(new Set(scene.server.headersSeen).size).toBe(1)
  })
})

/** The whole response, with its age. */
const resumedAnswer = expect.stringMatching(
  /^\{"data":\{"quotes":\[\]\},"extensions":\{"payment":\{"resumed":true,"ageSeconds":\d+,"stale":\[\]\}\}\}\n$/,
)

/** A query that costs 0.015 USDC by the test server's tariff and by the built-in one. */
const bought = [
  'query',
  'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }',
  ...['--variables', '{"tickers":["AAPL"]}', '--allow-env-key', '--yes'],
]

/** A paid server, and a folder for its journal. */
async function paidScene(mode: Mode = {}) {
  const folder = mkdtempSync(join(home, 'paid-'))
  // Not itemised, so the client computes the rows; the amount is the same.
  const server = await startPaidServer({
    ...mode,
    quote: (one) => void Reflect.deleteProperty(one, 'extensions'),
  })
  const env = environment({ FIQ_HOME: folder, FIQ_PRIVATE_KEY: testKey })
  const words = [program, ...bought, '--url', server.url.origin]
  return {
    server,
    folder,
    start: (stdout: 'pipe' | 'ignore' | number = 'pipe') =>
      spawn(process.execPath, words, { env, stdio: ['ignore', stdout, 'pipe'] }),
    /** The same in a shell, which starts `"$0" "$@"`. */
    startIn: (script: string, started?: string) =>
      spawn(
        'bash',
        ['-c', script, ...(started ? [started, ...words.slice(1)] : [process.execPath, ...words])],
        {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      ),
    async [Symbol.asyncDispose]() {
      await server.close()
    },
  }
}

/** The real `bin/fiq` in a folder, where it starts the tested program. */
function programOf(folder: string): string {
  const root = mkdtempSync(join(folder, 'bin-'))
  for (const path of ['bin', 'packages/cli/dist', 'node_modules/node-linux-x/bin'])
    mkdirSync(join(root, path), { recursive: true })
  cpSync(join(import.meta.dirname, '../../../bin/fiq'), join(root, 'bin/fiq'))
  symlinkSync(process.execPath, join(root, 'node_modules/node-linux-x/bin/node'))
  writeFileSync(
    join(root, 'packages/cli/dist/fiq.cjs'),
    `import(${JSON.stringify(pathToFileURL(program).href)})`,
  )
  return join(root, 'bin/fiq')
}

async function ended(child: ChildProcess) {
  const written = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    written.out += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    written.err += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, ...written }
}

/** The error on stderr: the last line, after any notes. */
function errorIn(text: string) {
  return JSON.parse(text.trimEnd().split('\n').at(-1)!).error
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
