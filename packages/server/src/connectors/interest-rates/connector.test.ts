import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { describeConnector, testContext } from '../describe-connector.ts'
import { interestRates } from './connector.ts'

describeConnector(interestRates)

test('error: refused with its area before anything is priced', async () => {
  const context = testContext(recordedTransport([]))
  await expect(
    interestRates.fields['Query.interestRates']!.check!({}, context),
  ).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: ['Area: interest rates'],
  })
})
