import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFileStore } from '../imported-files/file-store.ts'
import { runImport } from './import.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-import-'))
afterAll(() => rmSync(folder, { recursive: true }))
const now = new Date('2026-11-20T00:00:00Z')
const options = { dataDir: join(folder, 'data') }
const csv = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('default: imports bars, and finds them with their origin', async () => {
  const file = csv(
    'bars.csv',
    'symbol,date,close,open,high,low,volume\nAAPL,2018-02-06,163.03,154.83,163.72,154,68243838\nAAPL,2018-02-07,159.54,163.085,163.4,159.0685,51608580\n',
  )
  expect(
    await runImport('bars', file, { ...options, source: 'A vendor', licence: 'by agreement' }, now),
  ).toBe('2 bars of 1 ticker imported.')
  const store = openFileStore(join(options.dataDir, 'files.sqlite'))
  expect(store.bars('AAPL', '1d')?.value.at(-1)).toMatchObject({
    date: '2018-02-07',
    close: 159.54,
  })
  expect(store.bars('AAPL', '1d')?.provenance[0]).toMatchObject({
    source: 'A vendor',
    licence: 'by agreement',
    mode: 'files',
  })
  store.close()
})

test('behavior: imports series by country and single ones', async () => {
  const countries = csv(
    'gdp.csv',
    'Country Name,Country Code,Year,Value\nUnited States,USA,2024,1.5\nFrance,FRA,2024,2.5\n',
  )
  expect(await runImport('series', countries, { ...options, as: 'gdp:nominal' }, now)).toBe(
    '2 points of 2 series imported.',
  )
  expect(
    await runImport(
      'series',
      csv('x.csv', 'date,value\n2024-01-01,1\n'),
      { ...options, as: 'series:X' },
      now,
    ),
  ).toBe('1 point of 1 series imported.')
})

test('behavior: shows the first bars that contradict themselves', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => `2024-01-0${at + 1},1,2,1`).join('\n')
  const imported = runImport(
    'bars',
    csv('odd.csv', `date,high,low,close\n${rows}\n`),
    { ...options, ticker: 'ODD' },
    now,
  )
  expect((await imported).split('\n')).toEqual([
    '7 bars of 1 ticker imported.',
    '7 bars contradict themselves, and are stored as they are:',
    ...[2, 3, 4, 5, 6].map((line) => `  Line ${line}: the high 1 is below the low 2.`),
    '  … and 2 more',
  ])
})

test.each([
  ['bars', 'nowhere.csv', {}, 'BAD_INPUT'],
  ['candles', 'bars.csv', {}, 'USAGE'],
  ['bars', 'bars.csv', { interval: '1h' }, 'USAGE'],
  ['series', 'gdp.csv', {}, 'USAGE'],
  ['series', 'gdp.csv', { as: 'inflation' }, 'USAGE'],
  ['bars', 'gdp.csv', {}, 'BAD_INPUT'],
])('error: import %s %s with %j gives %s', async (kind, name, extra, code) => {
  await expect(
    runImport(kind, join(folder, name), { ...options, ...extra }, now),
  ).rejects.toMatchObject({ code })
})
