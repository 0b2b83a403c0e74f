import type { FiqError } from '@fiq/shared/errors'
import { type PricedRequest, quoteOf } from '@fiq/shared/pricing/price-request'
import type { GrantedRequest } from '../../execution/execute.ts'
import { answerWithReservation } from '../../payments/answer-with-reservation.ts'
import type { Caller } from '../../payments/ports.ts'
import type {
  AdmittedRequest,
  RequestGate,
  RequestIdentity,
} from '../../rate-limit/request-gate.ts'
import { answerUnits } from '../../rate-limit/work-units.ts'
import type { AnswerAccess } from '../../storage/payments/large-answers.ts'
import {
  errorAnswer,
  fiqErrorOf,
  free,
  type HttpAnswer,
  paid,
  underPayment,
  whenKnown,
  withFields,
} from '../http-answer.ts'
import { isPayment } from '../request-identity.ts'
import type { ReadLarge } from '../send-body.ts'
import { callerOf } from './caller-of.ts'
import { createPriceAlone, priceCharged } from './charge-work.ts'
import { noStoredAnswer } from './no-stored-answer.ts'
import { createEarlierPrices, createPricing } from './prices.ts'
import { provenAtLimit } from './prove-at-limit.ts'
import type { Operation, Service, ServiceRequest, UnreadOperation } from './query-ports.ts'
import { quoteAnswer } from './quote-answer.ts'
import { createQuoteSecrets } from './quote-secrets.ts'
import { portsOfResults } from './refuse-large-result.ts'
import { cacheSchemaAnswers, isSchemaOnly } from './schema-answers.ts'

export type AnswerRequest = (request: ServiceRequest) => Promise<HttpAnswer>

/** Operations that surfaces call. */
export type Requests = {
  answer: AnswerRequest
  /**
   * Counts a request that asks for nothing priced; synchronously if the gate is.
   *
   * @throws FiqError `INVALID_KEY`, `RATE_LIMITED`
   */
  admit(
    sender: Omit<RequestIdentity, 'pays'>,
  ): AdmittedRequest['headers'] | Promise<AdmittedRequest['headers']>
  /** Counts a request whose response is cached. Returns the refusal if it exceeds the limit. */
  repeat(known: HttpAnswer, sender: RequestIdentity): HttpAnswer | Promise<HttpAnswer>
  /**
   * The price alone, free, with the rate limit's headers. Refuses the same requests that {@link
   * AnswerRequest} refuses before it quotes.
   */
  price(operation: UnreadOperation, sender: RequestIdentity): Promise<HttpAnswer>
  /** A large answer, bought with a payment or with credits. */
  findAnswer(id: string): Promise<Pick<AnswerAccess, 'storedUntilMs'> | undefined>
  /**
   * Counts a request for a bought answer, and the work of reading it by its size.
   *
   * @returns Remaining storage time of the answer in milliseconds.
   * @throws FiqError `INVALID_KEY`, `RATE_LIMITED`; `NOT_FOUND` if the answer is not stored, or
   * another organisation bought it.
   */
  admitReader(id: string, sender: Omit<RequestIdentity, 'pays'>): Promise<number>
  /** Reads the body of a large answer, to which an {@link HttpAnswer} only refers. */
  readLarge: ReadLarge
}

/**
 * Creates the steps of a request on any surface: check key and limit, prepare, price, apply the
 * plan, then answer free, with 402, or paid. Never throws: an error is an answer too.
 */
export function createRequests(service: Service): Requests {
  const priceOf = createPricing(service.contract)
  const asQuoted = createEarlierPrices(service, priceOf)
  const answerFree = cacheSchemaAnswers(service.answerFree)
  const drawSecret = createQuoteSecrets()
  const resultPorts = portsOfResults(service.paymentPorts)
  const portsOf = ({ isResult }: Operation) => (isResult ? resultPorts : service.paymentPorts)
  const paymentRequired = (
    refused: FiqError | undefined,
    priced: PricedRequest,
    request: ServiceRequest,
  ) => quoteAnswer(refused, offerFor(priced, request, service), drawSecret())

  const answerAt: AnswerRequest = async (request) => {
    const { authorization, address } = request.sender
    const pays = isPayment(request.payment)
    let admitted: AdmittedRequest | undefined
    let priced: GrantedRequest | undefined
    try {
      admitted = await service.gate.admit({ authorization, address, pays })
      const charged = await priceCharged(request, admitted, service, priceOf)
      const { operation } = charged
      const paymentPorts = portsOf(operation)
      priced = charged.priced
      if (admitted.identity) priced = service.scope(priced, admitted.identity.plan)
      const requester = { address, organisation: admitted.identity?.organisation }
      if (priced.price.amount === 0n) {
        await paymentPorts.preflight(priced, requester)
        const constant = isSchemaOnly(priced) ? ({ isConstant: true } as const) : undefined
        const answer = { ...free(await answerFree(priced, requester)), ...constant }
        return withFields(answer, admitted.headers)
      }
      const { storedAbove, tellsMore } = request
      const quoted = { ...asQuoted(operation, request, priced), storedAbove, tellsMore }
      const caller = await callerOf(request, admitted, quoted, service)
      if (!caller) {
        await paymentPorts.preflight(priced, requester)
        return withFields(paymentRequired(undefined, priced, request), admitted.headers)
      }
      const bought = await answerWithReservation(quoted, caller, paymentPorts)
      if (!bought.replayed) {
        paymentPorts.refundFetches(caller)
        charged.refund()
      }
      return withFields(paid(bought), await fieldsOf(caller, admitted, service))
    } catch (thrown) {
      const error = underPayment(fiqErrorOf(thrown, service.report), request.payment)
      const requiresPayment = error.status === 402 && error.code !== 'CREDITS_EXHAUSTED'
      return withFields(
        requiresPayment && priced ? paymentRequired(error, priced, request) : errorAnswer(error),
        admitted?.headers ?? {},
      )
    }
  }

  const admit: Requests['admit'] = (sender) => admitAt(service.gate, sender)
  return {
    answer: (request) =>
      provenAtLimit(request, service.paymentPorts, (sender) => answerAt({ ...request, sender })),
    admit,
    findAnswer: (id) => findAnswer(service, id),
    admitReader: (id, sender) => admitReader(service, id, sender),
    readLarge: (id) => service.paymentPorts.record.large.read(id),
    repeat: (known, sender) => repeatKnown(known, () => admit(sender), service.report),
    price: createPriceAlone(service, priceOf, portsOf),
  }
}

async function findAnswer(
  { paymentPorts: { record, nowMs } }: Service,
  id: string,
): Promise<AnswerAccess | undefined> {
  return record.large.find(id, nowMs())
}

async function admitReader(
  service: Service,
  id: string,
  sender: Omit<RequestIdentity, 'pays'>,
): Promise<number> {
  const { identity, customer } = await service.gate.admit({ ...sender, pays: false })
  const stored = await findAnswer(service, id)
  // Do not reveal that an answer of another organisation exists.
  const isForeign = stored?.organisation && stored.organisation !== identity?.organisation.id
  if (!stored || isForeign) throw noStoredAnswer(id)
  const worker = { address: sender.address, customer }
  await service.gate.chargeWork(worker, answerUnits(stored.bytes), { pays: false })
  return stored.storedUntilMs - service.paymentPorts.nowMs()
}

function repeatKnown(
  known: HttpAnswer,
  admit: () => ReturnType<Requests['admit']>,
  report: Service['report'],
): ReturnType<Requests['repeat']> {
  const refused = (thrown: unknown) => errorAnswer(fiqErrorOf(thrown, report))
  try {
    const answer = whenKnown(admit(), (fields) => withFields(known, fields))
    return answer instanceof Promise ? answer.catch(refused) : answer
  } catch (thrown) {
    return refused(thrown)
  }
}

function admitAt(
  gate: RequestGate,
  sender: Omit<RequestIdentity, 'pays'>,
): ReturnType<Requests['admit']> {
  return sender.authorization === undefined
    ? gate.admitAnonymous(sender.address)
    : gate.admit(sender).then(({ headers }) => headers)
}

/** The headers of the rate limit. The payer is known only after the payment was verified. */
async function fieldsOf(
  caller: Caller,
  admitted: AdmittedRequest,
  { gate }: Service,
): Promise<AdmittedRequest['headers']> {
  if (caller.pays !== 'usdc') return admitted.headers
  return gate.payerFields(caller.payment.authorization.from)
}

function offerFor(
  priced: PricedRequest,
  { url, discovery }: ServiceRequest,
  { contract, paymentPorts, maxTimeoutSeconds }: Service,
): Parameters<typeof quoteAnswer>[1] {
  return {
    url,
    description: 'Finance data by the query: informational only, provided as is.',
    amount: priced.price.amount,
    payTo: paymentPorts.payTo,
    maxTimeoutSeconds,
    quote: quoteOf(priced, contract.tariff, paymentPorts.payTo),
    discovery,
  }
}
