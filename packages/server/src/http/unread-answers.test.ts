import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { limitUnread } from './unread-answers.ts'

/** Answers of so many bytes, which inject reads at once and `held` keeps. */
function scene(bytesMax: number) {
  const app = Fastify({ trustProxy: true })
  const held: (() => void)[] = []
  // Registered first, so that it runs first: the answer is counted when it was let go.
  const unread = limitUnread(app, bytesMax)
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    held.push(done)
  })
  app.get<{ Params: { bytes: string } }>('/:bytes', async ({ params }) =>
    'x'.repeat(Number(params.bytes)),
  )
  const get = (bytes: number, address = '192.0.2.1') =>
    app.inject({ url: `/${bytes}`, headers: { 'x-forwarded-for': address } }).then(
      ({ body }) => body.length || 'closed',
      () => 'closed',
    )
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  const letGo = () => {
    for (const done of held.splice(0)) done()
  }
  return { unread, get, turn, letGo }
}

test('default: an address may leave so many bytes unread, and after reading them as many again', async () => {
  const { unread, get, turn, letGo } = scene(200_000)
  for (let n = 0; n < 3; n += 1) {
    const first = [get(100_000), get(100_000)]
    await turn()
    const third = get(100_000)
    const other = get(100_000, '192.0.2.2')
    const small = get(1_000)
    await turn()
    letGo()
    expect(await Promise.all([...first, third, other, small])).toEqual([
      100_000,
      100_000,
      'closed',
      100_000,
      1_000,
    ])
    expect(unread.size).toBe(0)
  }
})

test('behavior: one answer alone is sent, however large', async () => {
  const { get, turn, letGo } = scene(100_000)
  const large = get(500_000)
  await turn()
  letGo()
  expect(await large).toBe(500_000)
})
