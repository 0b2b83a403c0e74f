import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type FileImport, importFile } from './import-file.ts'
import { openImportedFiles } from './open-imported-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'import-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const origin = { source: 'Own', sourceUrl: 'https://example.org', licence: 'own' }
const bars: FileImport = {
  kind: 'bars',
  origin,
  importedAt: '2026-11-18T00:00:00Z',
  interval: '1d',
}

test('default: imports plain or packed, then opens by folder', async () => {
  writeFileSync(at('bars.csv'), 'date,close,symbol\n2018-02-07,1,A\n2018-02-08,2,B\n')
  writeFileSync(at('gdp.csv.gz'), gzipSync('Country Code,Year,Value\nUSA,2024,3\n'))
  expect(openImportedFiles([folder]).tickers()).toEqual([])
  expect(await importFile(at('bars.csv'), at('files.sqlite'), bars)).toMatchObject({
    rows: 2,
    of: 2,
  })
  const series: FileImport = { ...bars, kind: 'series', as: { prefix: 'gdp:nominal' } }
  expect(await importFile(at('gdp.csv.gz'), at('files.sqlite'), series)).toMatchObject({
    rows: 1,
    of: 1,
  })
  const files = openImportedFiles([at('absent'), folder])
  expect(files.tickers()).toEqual(['A', 'B'])
  expect(files.series('gdp:nominal:USA')?.value).toEqual([{ date: '2024-01-01', value: 3 }])
  files.close()
})

test('error: refuses an absent or damaged file, and stores nothing of either', async () => {
  writeFileSync(
    at('damaged.csv.gz'),
    gzipSync('date,close,symbol\n2018-02-07,1,C\n').subarray(0, 30),
  )
  for (const name of ['absent.csv', 'damaged.csv.gz'])
    await expect(importFile(at(name), at('other.sqlite'), bars)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'The file cannot be read; nothing was imported.',
    })
  expect(existsSync(at('other.sqlite'))).toBe(true)
  const reopened = await importFile(at('bars.csv'), at('other.sqlite'), bars)
  expect(reopened).toMatchObject({ rows: 2, of: 2 })
})
