import { expect, test } from 'vitest'
import type { LocalFacilitatorPorts } from '../settlement/settle/local.ts'
import { faultPoints, faultSteps, killAt } from './fault-points.ts'
import { createInFlight } from './in-flight.ts'
import type { PaymentPorts } from './ports.ts'

/** The wrapped ports. Records calls of the ports and the fault points, in order. */
const setUp = (faultsOf: typeof faultPoints = faultPoints) => {
  const steps: string[] = []
  const say = (step: string) => async () => {
    steps.push(`[${step}]`)
  }
  const faults = faultsOf((step) => steps.push(step))
  const paymentPorts = faults.paymentPorts({
    record: {
      claim: say('claim'),
      broadcast: say('hash'),
      settled: say('settled'),
      answered: say('answered'),
    },
    answer: say('answer'),
    inFlight: createInFlight(),
  } as unknown as PaymentPorts)
  const { request } = faults.facilitator({
    request: async ({ method }: { method: string }) => {
      steps.push(`[${method}]`)
      return method === 'eth_call' ? '0x' : null
    },
  } as unknown as LocalFacilitatorPorts)
  return { steps, paymentPorts, request }
}

const pass = async ({
  paymentPorts,
  request,
}: Pick<ReturnType<typeof setUp>, 'paymentPorts' | 'request'>) => {
  await paymentPorts.inFlight.join('key', 'request', async () => {
    expect(paymentPorts.inFlight.size).toBe(0)
    expect(paymentPorts.inFlight.has('another')).toBe(false)
    const none = undefined as never
    await paymentPorts.record.claim(none)
    await paymentPorts.record.broadcast(none, none)
    await request({ method: 'eth_call' })
    await request({ method: 'eth_sendRawTransaction' })
    await request({ method: 'eth_getTransactionReceipt' })
    await paymentPorts.record.settled(none, none)
    await paymentPorts.answer(none, none)
    await paymentPorts.record.answered(none, none)
    return none
  })
}

test('default: names each step by the completed work, in order', async () => {
  const { steps, ...ports } = setUp()
  await pass(ports)
  expect(steps).toEqual([
    'before-claim',
    '[claim]',
    'claimed',
    '[hash]',
    'hash-stored',
    '[eth_call]',
    '[eth_sendRawTransaction]',
    'broadcast',
    '[eth_getTransactionReceipt]',
    '[settled]',
    'settled',
    '[answer]',
    'executed',
    '[answered]',
    'answer-kept',
    'before-send',
  ])
})

test.each(faultSteps.filter((step) => step !== 'mined'))(
  'behavior: %s:kill:2 kills when the step is passed for the second time, once',
  async (step) => {
    const kills: string[] = []
    const { steps, ...ports } = setUp(() =>
      killAt(`${step}:kill:2`, () => void kills.push(steps.at(-1) ?? '')),
    )
    await pass(ports)
    expect(kills).toEqual([])
    await pass(ports)
    await pass(ports)
    expect(kills).toHaveLength(1)
  },
)

test('behavior: an operation on credits passes after the debit, and after the execution', async () => {
  const steps: string[] = []
  const paymentPorts = faultPoints((step) => steps.push(step)).paymentPorts({
    credits: { take: async () => void steps.push('[take]') },
    answerOnCredits: async () => void steps.push('[answer]'),
  } as unknown as PaymentPorts)
  const none = undefined as never
  await paymentPorts.credits.take(none, none)
  await paymentPorts.answerOnCredits(none, none)
  expect(steps).toEqual(['[take]', 'debited', '[answer]', 'debit-executed'])
})

test('behavior: passes "mined" when there is a receipt', async () => {
  const steps: string[] = []
  let receipt: unknown = null
  const { request } = faultPoints((step) => steps.push(step)).facilitator({
    request: async () => receipt,
  } as unknown as LocalFacilitatorPorts)
  await request({ method: 'eth_getTransactionReceipt' })
  expect(steps).toEqual([])
  receipt = {}
  await request({ method: 'eth_getTransactionReceipt' })
  expect(steps).toEqual(['mined'])
})

test.each(['', 'claimed', 'claimed:stop', 'nowhere:kill', 'claimed:kill:0', 'claimed:kill:1:2'])(
  'error: refuses FIQ_FAULT=%s',
  (text) => {
    expect(() => killAt(text, () => {})).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
  },
)
