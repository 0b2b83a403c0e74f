import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const bought = { credits: 4_000, creditsLeft: 10, organisation: { id: 'o1', name: 'Research' } }
const given = { arguments: { usdc: ['12'] }, options: {} }

test('default: prints the bought credits and the balance', async () => {
  const { context, out, err } = sceneOf({ free: () => ({ ...bought, creditsLeft: 4_010 }) })
  await run(context, given)
  expect(out()).toMatchInlineSnapshot(`
    "bought        4,000 credits
    left          4,010
    organisation  Research
    "
  `)
  expect(err()).toContain('12')
})

test('behavior: shows credits of a payment that is not final as pending', async () => {
  const { context, out } = sceneOf({ free: () => ({ ...bought, creditsPending: 4_000 }) })
  await run(context, given)
  expect(out()).toMatchInlineSnapshot(`
    "bought        4,000 credits
    left          10
    pending       4,000, until the payment is final
    organisation  Research
    "
  `)
})

test('behavior: JSON always has creditsPending', async () => {
  const { context, out } = sceneOf({ free: () => bought, format: 'json' })
  await run(context, given)
  expect(JSON.parse(out())).toEqual({ ...bought, creditsPending: 0 })
})

test('error: an answer without credits: reports the money as spent', async () => {
  const { context } = sceneOf({ free: () => ({}) })
  await expect(run(context, given)).rejects.toMatchObject({ funds: 'spent' })
})
