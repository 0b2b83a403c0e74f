import { expect, test } from 'vitest'
import { childrenOf, xmlRoot } from '../../xml.ts'
import { instruments } from '../market/instruments.ts'
import { filingsOf } from './filings.ts'
import { segmentInstance } from './segments.ts'

test('default: has an instance whose parts sum, the same each time', () => {
  const now = Date.parse('2026-11-18T17:00:00Z')
  const filer = instruments().get('AAPL')!
  const report = filingsOf(filer, now).find(({ form }) => form === '10-Q')!
  const text = segmentInstance(filer, report, now, 1)
  const root = xmlRoot(text)!
  const contexts = childrenOf(root, 'context')
  expect(contexts.length % 6).toBe(0)
  expect(contexts.length).toBeGreaterThan(0)
  expect(segmentInstance(filer, report, now, 1)).toBe(text)
})
