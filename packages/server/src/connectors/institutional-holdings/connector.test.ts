import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { describeConnector, testContext } from '../describe-connector.ts'
import { institutionalHoldings } from './connector.ts'

describeConnector(institutionalHoldings)

test('error: refused with its area before anything is priced', async () => {
  const context = testContext(recordedTransport([]))
  await expect(
    institutionalHoldings.fields['Query.institutionalHoldings']!.check!({}, context),
  ).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: ['Area: institutional holdings'],
  })
})
