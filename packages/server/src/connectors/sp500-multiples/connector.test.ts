import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { describeConnector, testContext } from '../describe-connector.ts'
import { sp500Multiples } from './connector.ts'

describeConnector(sp500Multiples)

test('error: refused with its area before anything is priced', async () => {
  const context = testContext(recordedTransport([]))
  await expect(
    sp500Multiples.fields['Query.sp500Multiples']!.check!({}, context),
  ).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: ['Area: S&P 500 multiples'],
  })
})
