import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { visitorOf } from './visitor.ts'

test('default: key, payment and address, through a proxy only where it is trusted', async () => {
  const ask = async (trustProxy: boolean) => {
    const app = Fastify({ trustProxy })
    app.get('/', async (request) => visitorOf(request))
    const headers = {
      authorization: 'Bearer x',
      'payment-signature': 'y',
      'x-forwarded-for': '192.0.2.1',
    }
    return (await app.inject({ url: '/', headers })).json()
  }
  expect(await ask(false)).toEqual({ authorization: 'Bearer x', pays: true, address: '127.0.0.1' })
  expect(await ask(true)).toMatchObject({ address: '192.0.2.1' })
})
