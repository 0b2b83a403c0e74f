import { expect, test } from 'vitest'
import type { LocalFacilitatorPorts } from '../settlement/settle/local.ts'
import { faultPoints, faultSteps, killAt } from './fault-points.ts'
import { openInFlight } from './in-flight.ts'
import type { Till } from './ports.ts'

/** The wrapped ports, and what they and the fault points said, in order. */
const setUp = (faultsOf: typeof faultPoints = faultPoints) => {
  const steps: string[] = []
  const say = (step: string) => async () => {
    steps.push(`[${step}]`)
  }
  const faults = faultsOf((step) => steps.push(step))
  const till = faults.till({
    record: {
      claim: say('claim'),
      broadcast: say('hash'),
      settled: say('settled'),
      answered: say('answered'),
    },
    answer: say('answer'),
    inFlight: openInFlight(),
  } as unknown as Till)
  const { request } = faults.facilitator({
    request: async ({ method }: { method: string }) => {
      steps.push(`[${method}]`)
      return method === 'eth_call' ? '0x' : null
    },
  } as unknown as LocalFacilitatorPorts)
  return { steps, till, request }
}

const pass = async ({ till, request }: Pick<ReturnType<typeof setUp>, 'till' | 'request'>) => {
  await till.inFlight.join('key', 'request', async () => {
    expect(till.inFlight.size).toBe(0)
    expect(till.inFlight.has('another')).toBe(false)
    const none = undefined as never
    await till.record.claim(none)
    await till.record.broadcast(none, none)
    await request({ method: 'eth_call' })
    await request({ method: 'eth_sendRawTransaction' })
    await request({ method: 'eth_getTransactionReceipt' })
    await till.record.settled(none, none)
    await till.answer(none, none)
    await till.record.answered(none, none)
    return none
  })
}

test('default: each step is named after what has been done, in order', async () => {
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

test('behavior: an operation on credits is passed when they are taken, and when it was run', async () => {
  const steps: string[] = []
  const till = faultPoints((step) => steps.push(step)).till({
    credits: { take: async () => void steps.push('[take]') },
    answerOnCredits: async () => void steps.push('[answer]'),
  } as unknown as Till)
  const none = undefined as never
  await till.credits.take(none, none)
  await till.answerOnCredits(none, none)
  expect(steps).toEqual(['[take]', 'debited', '[answer]', 'debit-executed'])
})

test('behavior: mined is passed when there is a receipt', async () => {
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
  'error: FIQ_FAULT=%s is refused',
  (text) => {
    expect(() => killAt(text, () => {})).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
  },
)
