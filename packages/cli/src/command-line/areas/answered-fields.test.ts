import { expect, test } from 'vitest'
import { answeredFields } from './answered-fields.ts'

const served = async (tariff: unknown) => {
  const answers = await answeredFields({ callFree: async () => tariff })
  return ['Entity.news', 'Entity.analyst', 'Entity.later'].filter(answers)
}
const rates = { 'Entity.news': { credits: 1 }, 'Entity.analyst': { credits: 1 } }

test('default: fields with a rate, without those that have no source', async () => {
  expect(await served({ rates })).toEqual(['Entity.news', 'Entity.analyst'])
  const unavailable = { 'Entity.analyst': 'analysts' }
  expect(await served({ rates, unavailable })).toEqual(['Entity.news'])
})

test('behavior: all, if the tariff cannot be read', async () => {
  for (const tariff of [undefined, null, 'x', [], {}, { rates: 'x' }])
    expect(await served(tariff)).toHaveLength(3)
  const failing = await answeredFields({
    callFree: async () => {
      throw new Error('unreachable')
    },
  })
  expect(failing('Entity.news')).toBe(true)
})
