import { expect, test } from 'vitest'
import { proxyScene } from '../testing/proxy-scene.ts'

test('error: --trust on the command line of the proxy has no effect: the first payment waits', async () => {
  const scene = await proxyScene({ isUntrusted: true, options: { approvalMs: 1 } })
  try {
    // The scene is started with `--trust` for exactly this server.
    expect(scene.world.payer.limits.trust).toBe(scene.server.url.origin)
    const { json } = await scene.quotes('AAPL')
    expect(json.errors[0].extensions).toMatchObject({ code: 'DECLINED', funds: 'untouched' })
    expect(scene.signatures()).toBe(0)
    expect(scene.server.payments).toEqual([])
  } finally {
    await scene.close()
  }
})

test('default: pays a server that the user trusted before', async () => {
  const scene = await proxyScene()
  try {
    expect((await scene.quotes('AAPL')).status).toBe(200)
    expect(scene.signatures()).toBe(1)
  } finally {
    await scene.close()
  }
})
