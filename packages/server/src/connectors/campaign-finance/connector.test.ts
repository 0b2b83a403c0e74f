import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { describeConnector, testContext } from '../describe-connector.ts'
import { campaignFinance } from './connector.ts'

describeConnector(campaignFinance)

test('error: refused with its area before anything is priced', async () => {
  const context = testContext(recordedTransport([]))
  await expect(
    campaignFinance.fields['Query.campaignFinance']!.check!({}, context),
  ).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: ['Area: campaign finance'],
  })
})
