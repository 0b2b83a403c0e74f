import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { warmPricing } from './warm-pricing.ts'

test('default: prices in turns, between which others run', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await warmPricing({ schema: buildSchema(schemaText), tariff })
  isOver = true
  expect(turns).toBeGreaterThan(25)
})
