import { encodeHeader } from '@fiq/shared/payment/header-codec'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addressOf, isPayment, paymentOf, requestIdentityOf } from './request-identity.ts'
import { worthlessPayment } from './testing/worthless-payment.ts'

test('default: reads key and address, through trusted proxies only; reads a payment only at paid endpoints', async () => {
  const ask = async (trustProxy: boolean) => {
    const app = Fastify({ trustProxy })
    app.get('/', async (request) => requestIdentityOf(request))
    const headers = {
      authorization: 'Bearer x',
      'payment-signature': 'y',
      'x-forwarded-for': '192.0.2.1',
    }
    return (await app.inject({ url: '/', headers })).json()
  }
  expect(await ask(false)).toEqual({ authorization: 'Bearer x', address: '127.0.0.1' })
  expect(await ask(true)).toMatchObject({ address: '192.0.2.1' })
})

test('behavior: a client that disconnected has a special address', () => {
  expect(addressOf({ ip: undefined })).toBe('disconnected')
  expect(addressOf({ ip: '192.0.2.1' })).toBe('192.0.2.1')
})

test('behavior: only a readable payment counts as one', async () => {
  const app = Fastify()
  app.get('/', async (request) => isPayment(paymentOf(request)))
  const carries = async (header?: string | string[]) => {
    const headers = header === undefined ? {} : { 'payment-signature': header }
    return (await app.inject({ url: '/', headers })).json()
  }
  expect(await carries()).toBe(false)
  for (const junk of ['', 'x', encodeHeader({ x402Version: 2 })])
    expect(await carries(junk)).toBe(false)
  const payment = worthlessPayment()
  expect(await carries(payment)).toBe(true)
  expect(await carries([payment, payment])).toBe(false)
})

test('behavior: reads a payment once, also an unreadable one', async () => {
  const app = Fastify()
  app.get('/', async (request) => {
    const first = paymentOf(request)
    return first === paymentOf(request)
  })
  for (const payment of [worthlessPayment(), 'x'])
    expect((await app.inject({ url: '/', headers: { 'payment-signature': payment } })).json()).toBe(
      true,
    )
})
