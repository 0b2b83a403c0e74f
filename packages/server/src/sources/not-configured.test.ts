import { expect, test } from 'vitest'
import type { ConnectorContext } from './connector.ts'
import { notConfigured } from './not-configured.ts'

test('error: refused free before the quote, and again at execution', async () => {
  const bounds = () => undefined
  const field = notConfigured('short interest', { rate: { credits: 1 }, bounds })
  const context = {} as ConnectorContext
  expect(field).toMatchObject({ rate: { credits: 1 }, bounds })
  const refusal = {
    code: 'NOT_CONFIGURED',
    message: 'This server has no source configured for short interest.',
    funds: 'untouched',
  }
  await expect(field.check?.({}, context)).rejects.toMatchObject(refusal)
  await expect(field.resolve(null, {}, context)).rejects.toMatchObject(refusal)
})
