import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../packages/server/src/compose/start-server.ts'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'
import { shownIn } from './testing/shown-commands.ts'

const real = join(import.meta.dirname, '../../shared/data')
const present = existsSync(real)
if (!present)
  process.stderr.write(
    'e2e/real-input: skipped, the folder of real upstream files (../shared/data) is not here.\n',
  )

type Point = { date: string; value: number | null }

describe.skipIf(!present)('fiq on real upstream files', () => {
  let server: RunningServer
  let client: ClientHome
  let folder: string
  let payer: `0x${string}`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-real-'))
    const layOut = join(import.meta.dirname, '../scripts/mirror-shared-data.ts')
    execFileSync(process.execPath, [layOut, '--from', real, '--to', join(folder, 'mirror')])
    server = await runningServer({ upstream: `mirror:${join(folder, 'mirror')}` })
    client = { url: server.url, home: join(folder, 'client') }
    payer = placeWallet(client)
    await server.devnet.faucet(payer, 1_000_000n)
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const lines = (name: string) =>
    gunzipSync(readFileSync(join(real, name)))
      .toString('utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1)

  test('default: an exact name on the SDN list has score 1 and its programs', async () => {
    const [match] = await fiqJson<{ matchedName: string; score: number; program: string }[]>(
      client,
      'sanctions',
      'AEROCARIBBEAN AIRLINES',
    )
    expect(match).toMatchObject({
      matchedName: 'AEROCARIBBEAN AIRLINES',
      score: 1,
      program: 'CUBA',
    })
  })

  test.each([
    'AEROCARIBEAN AIRLINES',
    'AEROCARIBBEAN AIRLNES',
    'AERO-CARIBBEAN',
    'airlines aerocaribbean',
  ])('behavior: %s still finds it first', async (name) => {
    const [match] = await fiqJson<{ matchedName: string; score: number }[]>(
      client,
      'sanctions',
      name,
    )
    expect(match?.matchedName).toMatch(/^AERO-?CARIBBEAN/)
  })

  test('behavior: five years of bars end on 2018-02-07 at 159.54, and the output states their age', async () => {
    const { status, stdout, stderr } = await fiq(client, ['history', 'AAPL', '--range', '5y'])
    expect(status).toBe(0)
    const [history] = JSON.parse(stdout) as {
      ticker: string
      bars: { date: string; close: number }[]
    }[]
    expect(history?.bars.at(-1)).toMatchObject({ date: '2018-02-07', close: 159.54 })
    const file = lines('equities/sp500_ohlcv_5yr_2013_2018.csv.gz').filter((line) =>
      line.endsWith(',AAPL'),
    )
    expect(history?.bars.map(({ date, close }) => `${date} ${close}`)).toEqual(
      file.map((line) => line.split(',')).map(([date, , , , close]) => `${date} ${Number(close)}`),
    )
    expect(stderr).toContain('2018-02-07')
    expect(stderr).toMatch(/8 years old/)
  })

  test('behavior: draws the bars with their last close and their age', async () => {
    const { stdout, stderr } = await fiq(client, ['history', 'AAPL', '--range', '5y', '--table'])
    expect(`${stdout}${stderr}`).toMatch(/AAPL {2}Apple Inc\. {2}159\.54/)
    expect(stdout).toMatch(/[\u2801-\u28ff]/u)
    expect(stdout).toContain('2018-02-07')
    expect(`${stdout}${stderr}`).toContain('8 years old')
  })

  test.each(
    shownIn(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8'), 'run on a mirror'),
  )('behavior: README.md shows the output of $command', async ({ command, printed }) => {
    const words = command.replace(/^bin\/fiq | +#.*$/g, '').split(' ')
    const { stdout, stderr } = await fiq(client, [...words, '--table'])
    const withoutAge = (line: string) => line.trim().replace(/\d+ \w+ old/, 'old')
    expect(`${stdout}${stderr}`.split('\n').map(withoutAge)).toEqual(
      expect.arrayContaining(printed.filter((line) => line !== '…').map(withoutAge)),
    )
  })

  test('behavior: nominal GDP equals the World Bank file in every year', async () => {
    const points = await fiqJson<Point[]>(client, 'gdp', 'USA', '--measure', 'nominal')
    const file = lines('macro/wb_gdp.csv.gz')
      .map((line) => line.split(','))
      .filter(([, code]) => code === 'USA')
    expect(points.map(({ date, value }) => `${date.slice(0, 4)} ${value}`).sort()).toEqual(
      file.map(([, , year, value]) => `${year} ${Number(value)}`).sort(),
    )
  })

  test('behavior: real GDP, the default, equals the FRED file', async () => {
    const points = await fiqJson<Point[]>(client, 'gdp', 'USA')
    expect(points.map(({ date, value }) => `${date},${value}`).sort()).toEqual(
      lines('fred/GDPC1.csv.gz')
        .map((line) => `${line.split(',')[0]},${Number(line.split(',')[1])}`)
        .sort(),
    )
  })

  test('behavior: inflation and an economic series equal their files', async () => {
    const inflation = await fiqJson<Point[]>(client, 'inflation', 'DEU')
    const file = lines('macro/wb_inflation_gdp_deflator.csv.gz')
      .map((line) => line.split(','))
      .filter(([, code]) => code === 'DEU')
    expect(inflation.map(({ date, value }) => `${date.slice(0, 4)} ${value}`).sort()).toEqual(
      file.map(([, , year, value]) => `${year} ${Number(value)}`).sort(),
    )

    const unemployment = await fiqJson<Point[]>(client, 'series', 'UNRATE', '--limit', '3')
    const newest = lines('fred/UNRATE.csv.gz')
      .slice(-3)
      .reverse()
      .map((line) => line.split(','))
    expect(unemployment.map(({ date, value }) => [date, value])).toEqual(
      newest.map(([date, value]) => [date, value ? Number(value) : null]),
    )
  })

  test('behavior: the revenue of an entity equals the SEC facts of the last fiscal year in the file', async () => {
    const entity = await fiqJson<{
      name: string
      financials: { income: { fiscalYear: number; revenue: number; endDate: string }[] }
    }>(client, 'entity', 'AAPL', '--with', 'financials')
    const facts = JSON.parse(
      gunzipSync(readFileSync(join(real, 'edgar/companyfacts_CIK0000320193.json.gz'))).toString(
        'utf8',
      ),
    ) as {
      facts: {
        'us-gaap': Record<
          string,
          { units: { USD: { start: string; end: string; val: number; form: string }[] } }
        >
      }
    }
    const years = facts.facts['us-gaap'][
      'RevenueFromContractWithCustomerExcludingAssessedTax'
    ]!.units.USD.filter(
      ({ start, end, form }) =>
        form === '10-K' && Date.parse(end) - Date.parse(start) > 350 * 86_400_000,
    )
    const last = years.toSorted((a, b) => a.end.localeCompare(b.end)).at(-1)
    expect(entity.name).toBe('Apple Inc.')
    expect(entity.financials.income[0]).toMatchObject({ revenue: last?.val, endDate: last?.end })
  })

  test('behavior: never returns an old bar as a quote of today', async () => {
    const { stdout, stderr } = await fiq(client, ['quote', 'AAPL'])
    expect(JSON.parse(stdout)).toMatchObject([{ ticker: 'AAPL', price: 159.54 }])
    expect(stderr).toMatch(/2018-02-07.*8 years old/s)
  })

  test('behavior: a source missing from the mirror causes a free error, never an invented number', async () => {
    const before = await server.devnet.balanceOf(payer)
    const { status, stderr } = await fiq(client, ['quote', 'BTC-USD'])
    expect(status).not.toBe(0)
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
      error: { funds: 'untouched' },
    })
    expect(await server.devnet.balanceOf(payer)).toBe(before)
  })

  test('behavior: each answer was paid on the chain, to the unit', async () => {
    const payments = await fiqJson<{ state: string; amount: string }[]>(
      client,
      'payments',
      'list',
      '--json',
    )
    const settled = payments.filter(({ state }) => state !== 'rejected' && state !== 'reserved')
    expect(settled.length).toBeGreaterThanOrEqual(12)
    const paid = await server.devnet.balanceOf(server.payTo)
    expect(await server.devnet.balanceOf(payer)).toBe(1_000_000n - paid)
    expect(paid).toBe(BigInt(settled.length) * 15_000n)
  })
})
