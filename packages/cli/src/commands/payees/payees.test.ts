import { describe, expect, test } from 'vitest'
import { payTo } from '../../payment/testing/hostile-server.ts'
import { moneyScene } from '../../payment/testing/money-scene.ts'
import { run as forget } from './forget/run.ts'
import { run as list } from './list/run.ts'
import { run as trust } from './trust/run.ts'

const origin = 'https://fiq.example'
const given = (...words: string[]) => ({
  arguments: { origin: words.slice(0, 1), address: words.slice(1) },
  options: {},
})

describe('fiq payees', () => {
  test('default: trust, list and forget', async () => {
    await using scene = await moneyScene({ format: 'json' })
    await trust(scene.context, given(`${origin}/`))
    await trust(scene.context, given(`${origin}:8443`, payTo))
    await list(scene.context)
    const listed = JSON.parse(scene.out().trim().split('\n')[2]!)
    expect(listed).toMatchObject([
      { server: origin, payTo: null },
      { server: `${origin}:8443`, payTo },
    ])
    await forget(scene.context, given(origin))
    await expect(forget(scene.context, given(origin))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    [origin, '0x12'],
    [origin, 'bob'],
  ])('error: refuses %s %s', async (...words) => {
    await using scene = await moneyScene()
    await expect(trust(scene.context, given(...words))).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('error: refuses an invalid server address', async () => {
    await using scene = await moneyScene()
    await expect(trust(scene.context, given('fiq'))).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
  })
})
