import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFileDatabase } from './file-database.ts'
import { importBars } from './import-bars.ts'
import { importedFilesName, openImportedFiles } from './open-imported-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'imported-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* bytes(text: string) {
  yield new TextEncoder().encode(text)
}

async function importClose(ticker: string, close: number) {
  const database = openFileDatabase(join(folder, importedFilesName), 'write')
  const origin = { source: 'Own feed', sourceUrl: '', licence: 'own' }
  const text = `date,close\n2018-02-07,${close}\n`
  const as = { origin, importedAt: '2026-11-18T00:00:00Z', interval: '1d' as const, ticker }
  await importBars(database, bytes(text), as)
  database.close()
}

test('default: an open store sees the first import of a folder, and each later one', async () => {
  let nowMs = 0
  const files = openImportedFiles([folder], { clockMs: () => nowMs })
  const close = (ticker: string) => files.bars(ticker, '1d')?.value[0]?.close
  expect(files.tickers()).toEqual([])

  writeFileSync(join(folder, importedFilesName), '')
  nowMs += 1_000
  expect(close('AAPL')).toBeUndefined()
  rmSync(join(folder, importedFilesName))

  await importClose('AAPL', 1)
  expect(close('AAPL')).toBeUndefined()
  nowMs += 1_000
  expect(close('AAPL')).toBe(1)
  await importClose('AAPL', 2)
  await importClose('MSFT', 3)
  expect([close('AAPL'), close('MSFT')]).toEqual([2, 3])
  expect(files.tickers()).toEqual(['AAPL', 'MSFT'])
  files.close()
})
