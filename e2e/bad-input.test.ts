import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../packages/server/src/compose/start-server.ts'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

type ErrorLine = {
  error: {
    code: string
    exit: number
    message: string
    facts: string[]
    remedy: string
    funds: string
  }
}
const errorOf = (stderr: string) =>
  (JSON.parse(stderr.trim().split('\n').at(-1)!) as ErrorLine).error

describe('bad input from the terminal: a clear error, a stable code, no charge', () => {
  let server: RunningServer
  let client: ClientHome
  let folder: string
  let payer: `0x${string}`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-bad-'))
    server = await runningServer()
    client = { url: server.url, home: join(folder, 'client') }
    payer = placeWallet(client)
    await server.devnet.faucet(payer, 1_000_000n)
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each<[string, string[], number, string]>([
    ['an unknown ticker', ['quote', 'NVDAA'], 2, 'NOT_FOUND'],
    ['an empty name', ['sanctions', ''], 2, 'BAD_INPUT'],
    ['a blank name', ['sanctions', '   '], 2, 'BAD_INPUT'],
    ['101 tickers', ['quote', ...Array.from({ length: 101 }, (_, i) => `T${i}`)], 2, 'BAD_INPUT'],
    ['a limit of 0', ['series', 'CPIAUCSL', '--limit', '0'], 2, 'USAGE'],
    ['a limit of 501', ['series', 'CPIAUCSL', '--limit', '501'], 2, 'USAGE'],
    [
      'a limit of 501 in a query',
      ['query', '{ macroSeries(seriesId: "CPIAUCSL", filter: { limit: 501 }) { date } }'],
      2,
      'BAD_INPUT',
    ],
    [
      'a limit of 0 in a query',
      ['query', '{ macroSeries(seriesId: "CPIAUCSL", filter: { limit: 0 }) { date } }'],
      2,
      'BAD_INPUT',
    ],
    ['a wrong enum', ['gdp', 'USA', '--measure', 'imaginary'], 2, 'USAGE'],
    [
      'a wrong enum in a query',
      ['query', '{ searchEntities(query: "a", type: BOND) { id } }'],
      2,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['an unknown country', ['gdp', 'XXX'], 2, 'USAGE'],
    ['an unknown field', ['query', '{ nope }'], 2, 'GRAPHQL_VALIDATION_FAILED'],
    ['no GraphQL', ['query', '{'], 2, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown tool', ['tool', 'quots', 'tickers=AAPL'], 2, ''],
    ['an unknown command', ['qoute', 'AAPL'], 2, 'USAGE'],
    ['an unknown option', ['quote', 'AAPL', '--loud'], 2, 'USAGE'],
    [
      'a price cap that is no amount',
      ['quote', 'AAPL', '--max-price', 'lots'],
      2,
      'INVALID_AMOUNT',
    ],
    ['a price cap below the price', ['quote', 'AAPL', '--max-price', '0.014'], 7, 'OVER_LIMIT'],
  ])('error: %s', async (_, args, exit, code) => {
    const { status, stdout, stderr } = await fiq(client, args)
    // `fiq query` prints the whole response, including errors. Other commands print nothing.
    if (args[0] !== 'query') expect(stdout).toBe('')
    const error = errorOf(stderr)
    expect([status, error.exit]).toEqual([exit, exit])
    if (code) expect(error.code).toBe(code)
    expect(error.funds).toBe('untouched')
    expect(error.message).not.toBe('')
    expect(error.remedy).not.toBe('')
    expect(await server.devnet.balanceOf(payer)).toBe(1_000_000n)
  })

  test('error: refuses a query of 700 KB', async () => {
    const { status, stderr } = await fiq(client, ['query'], {
      input: `{ marketStatus { session } } # ${'x'.repeat(700_000)}`,
    })
    expect(errorOf(stderr)).toMatchObject({
      code: expect.stringMatching(/^(BODY|QUERY)_TOO_LARGE$/),
      funds: 'untouched',
    })
    expect(status).toBe(2)
  })

  test('error: refuses a fragment bomb', async () => {
    const bomb = `{ ...F0 } ${Array.from({ length: 50 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`).join(' ')} fragment F50 on Query { marketStatus { session } }`
    const { status, stderr } = await fiq(client, ['query'], { input: bomb })
    expect([status, errorOf(stderr).code]).toEqual([2, 'QUERY_TOO_LARGE'])
  })

  test('error: a closed port: nothing was sent, so a retry is safe', async () => {
    const { status, stderr } = await fiq({ ...client, url: 'http://127.0.0.1:9' }, [
      'quote',
      'AAPL',
    ])
    expect([status, errorOf(stderr).code, errorOf(stderr).funds]).toEqual([
      5,
      'SERVER_UNREACHABLE',
      'untouched',
    ])
  })

  test('error: reports a server that is not ours', async () => {
    const { createServer } = await import('node:http')
    const other = createServer((_, response) => response.end('<html>hello</html>')).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const { status, stderr } = await fiq({ ...client, url: `http://127.0.0.1:${port}` }, [
      'quote',
      'AAPL',
    ])
    other.close()
    expect(status).toBe(6)
    expect(errorOf(stderr).funds).toBe('untouched')
  })

  test('error: an empty wallet: the error states the missing amount, and nothing is spent', async () => {
    const poor = { ...client, home: join(folder, 'poor') }
    await fiqJson(poor, 'wallet', 'create', 'poor')
    const node = ['--rpc-url', `${client.url}/devnet/rpc`]
    const told = await fiq(poor, ['quote', 'AAPL', ...node])
    expect(told.status).toBe(9)
    expect(errorOf(told.stderr).funds).toBe('untouched')
    // Without the user's own node, only the server states that it took no money.
    const unknown = await fiq(poor, ['quote', 'AAPL'])
    expect(unknown.status).toBe(11)
    expect(errorOf(unknown.stderr).funds).toBe('at-risk')
  })

  test('behavior: a reader that closes the pipe early causes no error', async () => {
    const { spawnSync } = await import('node:child_process')
    const bin = join(import.meta.dirname, '../bin/fiq')
    const piped = spawnSync('sh', ['-c', `"${bin}" tools | head -1`], {
      encoding: 'utf8',
      env: { ...process.env, FIQ_URL: client.url, FIQ_HOME: client.home },
    })
    expect(piped.stderr).not.toContain('EPIPE')
    expect(piped.status).toBe(0)
  })
})
