import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { campaignFinance } from '../campaign-finance/connector.ts'
import { regulatory } from './connector.ts'

describeConnector(regulatory, [], [campaignFinance])

test('default: the group is free and passes its entity on', async () => {
  const { rate, resolve } = regulatory.fields['Entity.regulatory']!
  const entity = { name: 'One' }
  expect(await resolve(entity, {}, testContext(recordedTransport([])))).toEqual({
    value: entity,
    provenance: [],
  })
  expect(rate.credits).toBe(0)
})
