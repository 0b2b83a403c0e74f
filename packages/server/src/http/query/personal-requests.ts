import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Contract, PricedRequest } from '@fiq/shared/pricing/price-request'
import type { ExecutionOutcome } from '../../execution/execute.ts'
import { bodyOf, wholeFailure } from '../../payments/answer-body.ts'
import { errorAnswer, fiqErrorOf, free, type HttpAnswer } from '../http-answer.ts'
import type { Requests } from './answer-request.ts'
import { noStoredAnswer } from './no-stored-answer.ts'
import type { PersonalAnswers } from './personal-answers.ts'
import { createPricing } from './prices.ts'
import type { UnreadOperation } from './query-ports.ts'

/** Ports for answering the user of a personal server. */
export type PersonalService = {
  contract: Contract
  /** Refuses a request that is certain to fail, by throwing its error. */
  preflight(priced: PricedRequest): Promise<void>
  run(priced: PricedRequest): Promise<ExecutionOutcome>
  report(error: unknown): void
  /** Stores large answers. */
  answers: PersonalAnswers
  /** Unix milliseconds. */
  nowMs(): number
}

/**
 * Answers every operation, free: check, plan, run. Requests are not counted, because nothing is
 * sold and the sources have their own limits. The first answer carries the disclaimers.
 */
export function createPersonalRequests(service: PersonalService): Requests {
  const priceOf = createPricing(service.contract)
  let isFirst = true
  const { answers } = service
  const answering = async (answer: () => Promise<object>): Promise<HttpAnswer> => {
    try {
      return free(JSON.stringify(await answer()))
    } catch (thrown) {
      return errorAnswer(fiqErrorOf(thrown, service.report))
    }
  }
  const planned = async (operation: UnreadOperation) => {
    const priced = priceOf(operation.read())
    await service.preflight(priced)
    return { ...priced, price: nothing }
  }
  return {
    async answer(request) {
      const answer = await answering(async () => {
        const priced = await planned(request.operation)
        const outcome = await service.run(priced)
        const failure = wholeFailure(outcome)
        if (failure) throw new FiqError(failure.code, failure.message, defined(failure))
        const { tellsMore } = request
        const body = bodyOf({ ...priced, tellsMore }, outcome, { isFirst })
        isFirst = false
        return body
      })
      const { storedAbove = Number.POSITIVE_INFINITY } = request
      if (answer.status !== 200 || Buffer.byteLength(answer.body) <= storedAbove) return answer
      return { ...answer, storedId: await answers.keep(answer.body) }
    },
    price: (operation) =>
      answering(async () => {
        await planned(operation)
        const { version } = service.contract.tariff
        return { tariff: version, credits: 0, amount: '0', rows: [] }
      }),
    admit: () => ({}),
    repeat: (known) => known,
    async findAnswer(id) {
      const remainingMs = answers.remainingMs(id)
      if (remainingMs === undefined) return undefined
      return { storedUntilMs: service.nowMs() + remainingMs }
    },
    async admitReader(id) {
      const remainingMs = answers.remainingMs(id)
      if (remainingMs === undefined) throw noStoredAnswer(id)
      return remainingMs
    },
    async *readLarge(id) {
      yield answers.read(id)
    },
  }
}

/** The price of every query: none. */
const nothing = { credits: 0, amount: 0n, rows: [] }
