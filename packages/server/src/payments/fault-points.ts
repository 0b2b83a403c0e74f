import { FiqError } from '@fiq/shared/errors'
import type { RemoteFacilitatorPorts } from '../settlement/remote/remote.ts'
import type { LocalFacilitatorPorts } from '../settlement/settle/local.ts'
import type { PaymentPorts, Priced } from './ports.ts'

/**
 * The steps at which a payment can be interrupted, in order. `hash-stored`: the transaction is not
 * sent yet. `before-send`: only the response is missing.
 */
export const faultSteps = [
  'before-claim',
  'claimed',
  'hash-stored',
  'broadcast',
  'mined',
  'settled',
  'executed',
  'answer-kept',
  'before-send',
] as const
/**
 * The steps at which an operation on credits can be interrupted. `debit-executed`: the response is
 * not sent yet.
 */
export const creditSteps = ['debited', 'debit-executed'] as const
export type CreditStep = (typeof creditSteps)[number]
export type FaultStep = (typeof faultSteps)[number] | CreditStep

/** Test hooks between the money path and its ports. */
export type Faults = {
  paymentPorts<item extends Priced>(paymentPorts: PaymentPorts<item>): PaymentPorts<item>
  facilitator(ports: LocalFacilitatorPorts): LocalFacilitatorPorts
  /** Shortens the timeout of requests to a remote facilitator. */
  remote(ports: RemoteFacilitatorPorts): RemoteFacilitatorPorts
}

/** Changes nothing: the hooks of a server that is not tested. */
export const noFaults: Faults = {
  paymentPorts: (paymentPorts) => paymentPorts,
  facilitator: (ports) => ports,
  remote: (ports) => ports,
}

/**
 * Calls `at` whenever a payment passes a step. Wraps the ports; the money path itself has no hooks.
 */
export function faultPoints(at: (step: FaultStep) => void): Faults {
  const after = async <value>(step: FaultStep, done: Promise<value>): Promise<value> => {
    const value = await done
    at(step)
    return value
  }
  return {
    ...noFaults,
    paymentPorts: (paymentPorts) => {
      const { record, answer, inFlight, credits, answerOnCredits } = paymentPorts
      return {
        ...paymentPorts,
        record: {
          ...record,
          claim: async (claim) => {
            at('before-claim')
            return after('claimed', record.claim(claim))
          },
          reserve: async (...claim) => {
            at('before-claim')
            return after('claimed', record.reserve(...claim))
          },
          advanced: (...change) => after('answer-kept', record.advanced(...change)),
          broadcast: (...change) => after('hash-stored', record.broadcast(...change)),
          settled: (...change) => after('settled', record.settled(...change)),
          answered: (...change) => after('answer-kept', record.answered(...change)),
        },
        answer: (...order) => after('executed', answer(...order)),
        credits: {
          ...credits,
          take: (...debit) => after('debited', credits.take(...debit)),
          takeOnce: (...debit) => after('debited', credits.takeOnce(...debit)),
          storeOnce: (...answer) => after('answer-kept', credits.storeOnce(...answer)),
        },
        answerOnCredits: (...order) => after('debit-executed', answerOnCredits(...order)),
        inFlight: {
          ...inFlight,
          join: (...run) => after('before-send', inFlight.join(...run)),
          get size() {
            return inFlight.size
          },
        },
      }
    },
    facilitator: (ports) => ({
      ...ports,
      request: async (request) => {
        const result = await ports.request(request)
        if (request.method === 'eth_sendRawTransaction') at('broadcast')
        if (request.method === 'eth_getTransactionReceipt' && result !== null) at('mined')
        return result
      },
    }),
  }
}

/**
 * Reads `STEP:kill` or `STEP:kill:N`: kill the process when the step is passed for the Nth time.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function killAt(text: string, kill: () => void): Faults {
  const [step, deed, count = '1', ...rest] = text.split(':')
  const steps = [...faultSteps, ...creditSteps]
  const known = steps.find((each) => each === step)
  if (!known || deed !== 'kill' || !/^[1-9]\d{0,5}$/.test(count) || rest.length > 0)
    throw new FiqError('CONFIGURATION_INVALID', `FIQ_FAULT is "${text}"; it must be STEP:kill:N.`, {
      facts: [`Steps: ${steps.join(', ')}`],
      remedy: 'Unset FIQ_FAULT: it is for tests of the server, and kills it.',
    })
  let left = Number(count)
  return faultPoints((passed) => {
    if (passed !== known) return
    left -= 1
    if (left === 0) kill()
  })
}
