import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { Bar } from '../connector.ts'
import { describeConnector, emptyFiles, testContext } from '../describe-connector.ts'
import { technicals } from './connector.ts'

const entity = { id: 'index:VIX', name: 'VIX', type: 'INDEX', ticker: '^VIX', tickers: ['^VIX'] }

describeConnector(technicals, [{ coordinate: 'Entity.technicals', args: {}, parent: entity }])

test('default: indicators of the bars the operator holds, with their source', async () => {
  const bars: Bar[] = [10, 11, 12].map((close, index) => ({
    date: `2026-01-0${index + 5}`,
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
  }))
  const provenance = {
    source: 'own bars',
    sourceUrl: 'file:///bars.csv',
    asOf: '2026-01-07',
    retrievedAt: '2026-01-08T00:00:00.000Z',
    mode: 'files' as const,
    stale: true,
    licence: 'own',
  }
  const fetch = () => Promise.reject(new FiqError('UPSTREAM_UNAVAILABLE', 'no upstream here'))
  const context = testContext(
    { mode: 'recorded', fetch },
    { files: { ...emptyFiles, bars: () => ({ value: bars, provenance: [provenance] }) } },
  )
  const { fields } = technicals
  const found = await fields['Entity.technicals']!.resolve(entity, {}, context)
  const args = { period: 2 }
  const { value } = await fields['Technicals.sma']!.resolve(found.value, args, context)
  expect(value).toMatchObject({ value: 11.5, date: '2026-01-07', reason: null })
  expect(found.provenance).toMatchObject([{ source: 'own bars', stale: true }])
})
