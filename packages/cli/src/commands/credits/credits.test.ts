import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const balance = {
  organisation: { id: 'o1', name: 'Research' },
  plan: { name: 'basic' },
  credits: 10_250,
  prepaid: 10_250,
}
const pending = { ...balance, creditsPending: 3_334 }

describe('fiq credits', () => {
  test('default: prints the balance, and pending credits only if there are any', async () => {
    const { context, out, called } = sceneOf({ free: () => balance })
    await run(context)
    expect(called).toEqual([{ path: '/api/v1/credits' }])
    expect(out()).toMatchInlineSnapshot(`
      "credits       10,250
      prepaid       10,250
      organisation  Research
      plan          basic
      "
    `)
  })

  test('behavior: shows credits of a payment that is not final separately from the balance', async () => {
    const { context, out } = sceneOf({ free: () => pending })
    await run(context)
    expect(out()).toMatchInlineSnapshot(`
      "credits       10,250
      pending       3,334, until the payment is final
      prepaid       10,250
      organisation  Research
      plan          basic
      "
    `)
  })

  test('behavior: JSON always has creditsPending', async () => {
    for (const [answer, creditsPending] of [
      [balance, 0],
      [pending, 3_334],
    ] as const) {
      const { context, out } = sceneOf({ free: () => answer, format: 'json' })
      await run(context)
      expect(JSON.parse(out())).toEqual({ ...answer, creditsPending })
    }
  })

  test.each(['3334\u001b[31m', -1, {}])(
    'error: does not show a pending count of %j from the server',
    async (creditsPending) => {
      const { context, out } = sceneOf({ free: () => ({ ...balance, creditsPending }) })
      await run(context)
      expect(out()).not.toContain('pending')
    },
  )

  test('error: reports an answer without a balance', async () => {
    const { context } = sceneOf({ free: () => ({ credits: 'many' }) })
    await expect(run(context)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })
})
