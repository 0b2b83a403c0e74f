import { expect, test } from 'vitest'
import type { PaymentPorts } from '../payments/ports.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import { type Traces, tracedFacilitator, tracedPaymentPorts, tracedTransport } from './traces.ts'

test('default: names spans with the host of an upstream and no part of the query', async () => {
  const noted: unknown[] = []
  const traces: Traces = {
    request: () => expect.unreachable(),
    part(name, attributes, work) {
      noted.push([name, attributes])
      return work()
    },
    close: async () => {},
  }
  const facilitator = tracedFacilitator(
    {
      verify: async () => ({ isValid: true, payer: '0x1' }),
      settle: async () => ({ outcome: 'unknown' }),
      authorizationState: async () => true,
    } as unknown as Facilitator,
    traces,
  )
  const paymentPorts = tracedPaymentPorts(
    {
      answer: async () => 'answer',
      answerOnCredits: async () => 'credits',
    } as unknown as PaymentPorts,
    traces,
  )
  const forgotten: unknown[] = []
  const transport = tracedTransport(
    {
      mode: 'live',
      fetch: async () => 'bytes' as never,
      forget: (request) => void forgotten.push(request),
    },
    traces,
  )
  const url = new URL('https://data.sec.gov/companies?name=secret')

  expect(await facilitator.verify({} as never, {} as never)).toMatchObject({ isValid: true })
  expect(await facilitator.settle({} as never, { onBroadcast() {} })).toEqual({
    outcome: 'unknown',
  })
  expect(await facilitator.authorizationState('0x1', '0x2')).toBe(true)
  expect(await paymentPorts.answer({} as never, {} as never)).toBe('answer')
  expect(await paymentPorts.answerOnCredits({} as never, {} as never)).toBe('credits')
  expect(await transport.fetch({ url, expects: 'json' })).toBe('bytes')
  transport.forget?.({ url, expects: 'json' })
  expect(forgotten).toEqual([{ url, expects: 'json' }])
  expect(noted).toEqual([
    ['verify', {}],
    ['settle', {}],
    ['execute', {}],
    ['execute', {}],
    ['upstream', { 'server.address': 'data.sec.gov' }],
  ])
})
