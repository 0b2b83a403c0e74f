import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { describeConnector, testContext } from '../describe-connector.ts'
import { shortInterest } from './connector.ts'

describeConnector(shortInterest)

test('error: refused with its area before anything is priced', async () => {
  const context = testContext(recordedTransport([]))
  await expect(
    shortInterest.fields['Query.shortInterest']!.check!({}, context),
  ).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: ['Area: short interest'],
  })
})
