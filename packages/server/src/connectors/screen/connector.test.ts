import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { describeConnector, testContext } from '../describe-connector.ts'
import { screen } from './connector.ts'

describeConnector(screen)

test('error: refused with its area before anything is priced', async () => {
  const context = testContext(recordedTransport([]))
  await expect(screen.fields['Query.screen']!.check!({}, context)).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: ['Area: stock screens'],
  })
})
