import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { zipOf } from '@fiq/shared/zip-of'
import { afterAll, expect, test } from 'vitest'
import { bodyDigest } from '../mirror-path.ts'
import { mirrorTransport, someAtATime } from './mirror.ts'

const root = mkdtempSync(join(tmpdir(), 'mirror-'))
afterAll(() => rmSync(root, { recursive: true }))

const put = (path: string, body: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), body)
  utimesSync(join(root, path), 0, Date.parse('2021-07-01T00:00:00Z') / 1000)
}
const csv = 'observation_date,GDP\n2024-01-01,1\n'
put('fred.stlouisfed.org/graph/fredgraph.csv%3Fid=GDP', csv)
put('fred.stlouisfed.org/graph/fredgraph.csv%3Fid=GDPC1.gz', gzipSync(csv))
put('fred.stlouisfed.org/graph/fredgraph.csv%3Fid=HTML', '<html></html>')
put('fred.stlouisfed.org/graph/fredgraph.csv%3Fid=BAD.gz', 'not gzip')
put('api.finra.org/answers/1', '[]')
put('secret.txt/inner', 'x')
put(
  'index.json',
  JSON.stringify({
    entries: [
      {
        path: 'fred.stlouisfed.org/graph/fredgraph.csv%3Fid=GDPC1',
        url: 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDPC1',
        asOf: '2025-12-30',
        retrievedAt: '2026-01-02T03:04:05Z',
      },
      {
        path: 'api.finra.org/answers/1',
        url: 'https://api.finra.org/data',
        bodySha256: bodyDigest('{"limit":1}'),
        asOf: null,
        retrievedAt: '2026-01-02T03:04:05Z',
      },
      {
        path: '../../../../../../../etc/hostname',
        url: 'https://api.finra.org/data',
        bodySha256: bodyDigest('escape'),
        asOf: null,
        retrievedAt: '2026-01-02T03:04:05Z',
      },
    ],
  }),
)

const { fetch } = mirrorTransport(root)
const fred = (id: string) =>
  fetch({
    url: new URL(`https://fred.stlouisfed.org/graph/fredgraph.csv?id=${id}`),
    expects: 'csv',
  })
const post = (body: string) =>
  fetch({ url: new URL('https://api.finra.org/data'), method: 'POST', body, expects: 'json' })
const text = async (answer: ReturnType<typeof fred>) => Buffer.from((await answer).body).toString()

test('default: a file without an index entry has its own date', async () => {
  const answer = await fred('GDP')
  expect({ ...answer, body: Buffer.from(answer.body).toString() }).toEqual({
    body: csv,
    mode: 'mirror',
    asOf: '2021-07-01T00:00:00.000Z',
    retrievedAt: '2021-07-01T00:00:00.000Z',
  })
})

test('behavior: unpacks a packed file, with the times of the index', async () => {
  expect(await text(fred('GDPC1'))).toBe(csv)
  expect(await fred('GDPC1')).toMatchObject({
    asOf: '2025-12-30',
    retrievedAt: '2026-01-02T03:04:05Z',
  })
})

test('behavior: finds a POST by the digest of its body', async () => {
  expect(await text(post('{"limit":1}'))).toBe('[]')
  await expect(post('{"limit":2}')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('error: reports an absent file, and an absent host', async () => {
  await expect(fred('NOPE')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    fetch({ url: new URL('https://api.worldbank.org/v2'), expects: 'json' }),
  ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

test('error: reads nothing outside the folder', async () => {
  await expect(post('escape')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('error: refuses a page in place of the file, and a damaged file', async () => {
  await expect(fred('HTML')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  await expect(fred('BAD')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
})

test('error: names an unreadable index', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'mirror-'))
  writeFileSync(join(broken, 'index.json'), '{')
  await expect(
    mirrorTransport(broken).fetch({ url: new URL('https://x.org/a'), expects: 'csv' }),
  ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  rmSync(broken, { recursive: true })
})

test('behavior: an archive of all filers answers for each; a separate file has priority', async () => {
  const facts = 'https://data.sec.gov/api/xbrl/companyfacts/'
  const ask = async (name: string) => {
    const request = { url: new URL(`${facts}${name}.json`), expects: 'json' } as const
    const { body, ...times } = await mirrorTransport(root).fetch(request)
    return { text: Buffer.from(body).toString(), ...times }
  }
  const archive = 'www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip'
  put(archive, zipOf({ 'CIK0000000001.json': '{"cik":1}', 'CIK0000000002.json': '{"cik":2}' }))
  put('data.sec.gov/api/xbrl/companyfacts/CIK0000000002.json', '{"cik":"own"}')
  expect(await ask('CIK0000000001')).toEqual({
    text: '{"cik":1}',
    mode: 'mirror',
    asOf: '2021-07-01T00:00:00.000Z',
    retrievedAt: '2021-07-01T00:00:00.000Z',
  })
  expect((await ask('CIK0000000002')).text).toBe('{"cik":"own"}')
  await expect(ask('CIK0000000003')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // An archive that was received later has priority for the files it contains.
  utimesSync(join(root, archive), 0, Date.parse('2021-07-02T00:00:00Z') / 1000)
  expect(await ask('CIK0000000002')).toMatchObject({
    text: '{"cik":2}',
    retrievedAt: '2021-07-02T00:00:00.000Z',
  })
  put('data.sec.gov/api/xbrl/companyfacts/CIK0000000003.json', '{"cik":3}')
  utimesSync(join(root, archive), 0, Date.parse('2021-07-03T00:00:00Z') / 1000)
  expect((await ask('CIK0000000003')).text).toBe('{"cik":3}')
  put(archive, 'PK cut short')
  await expect(ask('CIK0000000001')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
})

test('default: runs at most the limit at once, in order, and a failure frees its place', async () => {
  const turn = someAtATime(2)
  const begun: number[] = []
  let most = 0
  let under = 0
  const run = (index: number) =>
    turn(async () => {
      begun.push(index)
      under += 1
      most = Math.max(most, under)
      await setImmediate()
      under -= 1
      if (index % 3 === 0) throw new Error(String(index))
      return index
    })
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(run))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    ...[false, true, true, false, true, true, false],
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
})
