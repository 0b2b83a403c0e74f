import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { quotes } from '../quotes/connector.ts'
import { entities } from './connector.ts'

describeConnector(
  entities,
  [
    { coordinate: 'Query.entityByTicker', args: { ticker: 'AAPL' } },
    { coordinate: 'Query.entitiesByTickers', args: { tickers: ['AAPL', '^GSPC'] } },
  ],
  [quotes],
)

const context = testContext(sandboxTransport({ now: () => new Date('2026-11-18T17:00:00Z') }))
const one = entities.fields['Query.entityByTicker']!
const several = entities.fields['Query.entitiesByTickers']!

test('default: finds an entity by ticker, with the identifier of its filer', async () => {
  const { value, provenance } = await one.resolve(null, { ticker: 'aapl' }, context)
  expect(value).toMatchObject({
    id: 'cik:0000320193',
    type: 'EQUITY',
    ticker: 'AAPL',
    cik: '0000320193',
  })
  expect(provenance).toHaveLength(1)
})

test('behavior: several keep the requested order, of any kind', async () => {
  const { value } = await several.resolve(null, { tickers: ['^GSPC', 'BTC-USD', 'AAPL'] }, context)
  expect((value as { id: string }[]).map(({ id }) => id)).toEqual([
    'index:GSPC',
    'crypto:BTC',
    'cik:0000320193',
  ])
})

test('error: refuses an unknown ticker before it is priced, with suggestions', async () => {
  await expect(one.check!({ ticker: 'AAPLE' }, context)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    facts: [expect.stringContaining('AAPL'), expect.stringMatching(/^Not in the sandbox/)],
  })
})

test('error: an instrument that is no entity is refused with what it has, and no other reason', async () => {
  await expect(several.check!({ tickers: ['EURUSD=X', 'GC=F'] }, context)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The directory has no company or fund with the tickers "EURUSD=X" and "GC=F".',
    facts: [
      'EURUSD=X: has prices only: quotes, history and technical indicators',
      'GC=F: has prices only: quotes, history and technical indicators',
    ],
  })
})

test.each([{ tickers: [] }, { tickers: Array(51).fill('AAPL') }, { tickers: [''] }])(
  'error: %j is out of bounds',
  (args) => {
    expect(() => several.bounds!(args)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  },
)

test('error: refuses one entity under two of its tickers before it is priced', async () => {
  const check = several.check!({ tickers: ['BTC', 'MSFT', 'BTC-USD'] }, context)
  await expect(check).rejects.toMatchObject({
    code: 'BAD_INPUT',
    facts: ['Argument: tickers', 'tickers[0]: "BTC"', 'tickers[2]: "BTC-USD"'],
  })
})
