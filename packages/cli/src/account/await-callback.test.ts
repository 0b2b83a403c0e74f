import { request } from 'node:http'
import { expect, test } from 'vitest'
import { listenForCallback } from './await-callback.ts'

const state = 's'.repeat(43)
const code = 'c'.repeat(43)

/** Status and text of a request that any program on this computer could send. */
function ask(port: number, path: string, { method = 'GET', host = `127.0.0.1:${port}` } = {}) {
  return new Promise<[number, string]>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers: { host } }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk))
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]))
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('default: returns the code, and shows a page that can be closed', async () => {
  const { port, callback, close } = await listenForCallback(state)
  const [status, page] = await ask(port, `/callback?code=${code}&state=${state}`)
  expect([status, page]).toEqual([200, expect.stringContaining('You can close this page')])
  expect(await callback).toEqual({ code })
  close()
})

test('default: returns a failure, whose text is in no page', async () => {
  const { port, callback, close } = await listenForCallback(state)
  const query = new URLSearchParams({ error: 'X', error_description: '<b>no', state })
  const [status, page] = await ask(port, `/callback?${query}`)
  expect([status, page]).toEqual([200, expect.stringContaining('The terminal shows the reason')])
  expect(page).not.toContain('<b>')
  expect(await callback).toEqual({ error: 'X', description: '<b>no' })
  close()
})

test('error: ignores a wrong state, host name, method or path', async () => {
  const { port, callback, close } = await listenForCallback(state)
  const query = `code=${code}&state=${state}`
  const refused = await Promise.all([
    ask(port, '/'),
    ask(port, `/callback?code=${code}`),
    ask(port, `/callback?code=${code}&state=${'t'.repeat(43)}`),
    ask(port, `/callback?error=access_denied&state=${state}x`),
    ask(port, `/other?${query}`),
    ask(port, `/callback?${query}`, { method: 'POST' }),
    ask(port, `/callback?${query}`, { host: `evil.test:${port}` }),
    ask(port, `//[?${query}`),
  ])
  expect(refused.map(([status]) => status)).toEqual(refused.map(() => 404))
  await ask(port, `/callback?code=short&state=${state}`)
  expect(await callback).toEqual({ error: '', description: '' })
  close()
})

test('behavior: frees the port afterwards', async () => {
  const { port, close } = await listenForCallback(state)
  close()
  await expect(ask(port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
