import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { barsSheet, sourcesSheet, writeWorkbook } from './history-workbook.ts'

const source = {
  path: 'priceHistory',
  source: 'Yahoo Finance charts',
  sourceUrl: 'https://example.org/',
  asOf: '2026-11-20',
  mode: 'live',
  stale: false,
}

test('default: writes bars as numbers, and a sheet with the source of each column', async () => {
  const rows = [
    { ticker: 'AAPL', date: '2026-11-20', close: 531.05, volume: null, rsi: 49.62 },
    { ticker: '=1+1', date: '2026-11-20', close: 1 },
  ]
  const bars = barsSheet(rows)
  const sources = sourcesSheet(bars[0] as string[], { sources: [source] })
  expect(sources).toContainEqual([
    'close',
    expect.stringContaining('last price'),
    'Yahoo Finance charts',
  ])
  expect(sources).toContainEqual(['rsi', expect.any(String), 'computed by fiq from the bars'])
  const parts = await partsOf(await writeWorkbook(rows, { sources: [source] }))
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('<v>531.05</v>')
  // The serial number of 2026-11-20: a date, not a text.
  expect(sheet).toContain('<v>46346</v>')
  // A text that begins with = is a text, not a formula.
  expect(sheet).not.toContain('<f>')
  expect(parts.has('xl/worksheets/sheet2.xml')).toBe(true)
})

/** The files of a ZIP archive, from the directory at its end. */
async function partsOf(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry += 1) {
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    parts.set(
      name,
      (zip.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'),
    )
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
}
