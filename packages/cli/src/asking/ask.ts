import { FiqError } from '@fiq/shared/errors'
import type { Settings } from '../config/settings.ts'
import type { Answer, AnswerPayment, Estimate, Question } from '../context.ts'
import type { PaidAnswer, PaidRequest } from '../payment/ports.ts'
import type { Progress } from '../terminal/progress.ts'
import { readAnswer } from './read-answer.ts'
import type { HttpResponse, SendRequest } from './send-request.ts'

/** What asking needs from outside. */
export type AskPorts = {
  settings: Settings
  send: SendRequest
  /** Pays for a request; not called with an API key. */
  pay(request: PaidRequest): Promise<PaidAnswer>
  /** Our own computation of a price. */
  expected: PaidRequest['expected'] extends () => infer price
    ? (question: Question) => price
    : never
  estimate(question: Question): Promise<Estimate>
  progress: Progress
  note(line: string): void
}

/** `--dry-run` ends here: the price is known, nothing is to be asked. Caught by the command line. */
export class PriceOnly extends Error {
  readonly estimate: Estimate
  /** The payer has shown the quote on stderr already. */
  readonly shown: boolean
  constructor(estimate: Estimate, shown = false) {
    super('The price was asked for, not the answer.')
    this.name = 'PriceOnly'
    this.estimate = estimate
    this.shown = shown
  }
}

export type Asking = {
  ask(question: Question): Promise<Answer>
  callFree(path: string, body?: unknown): Promise<unknown>
  /** Call it once what was paid for has been printed. */
  delivered(): void
}

/** Asks the server: with an API key as it is, without one through the payer. */
export function openAsking(ports: AskPorts): Asking {
  const { settings, send, progress } = ports
  const paidAnswers: PaidAnswer[] = []
  const host = new URL(settings.url).host

  async function askWithKey(question: Question, key: string): Promise<Answer> {
    if (settings.dryRun) throw new PriceOnly(await ports.estimate(question))
    const answer = await send({
      method: 'POST',
      url: endpoint(settings, '/api/graphql'),
      headers: { authorization: `Bearer ${key}` },
      body: bodyOf(question),
    })
    return readAnswer(answer)
  }

  async function askAndPay(question: Question): Promise<Answer> {
    const paid = await ports.pay({
      url: endpoint(settings, '/api/graphql'),
      body: bodyOf(question),
      ...(question.label === undefined ? {} : { label: question.label }),
      expected: () => ports.expected(question),
    })
    if (paid.quoted) {
      const { credits, amount, rows, tariffVersion } = paid.quoted
      throw new PriceOnly({ tariff: tariffVersion, credits, amount, rows }, true)
    }
    paidAnswers.push(paid)
    for (const line of paid.notes) ports.note(line)
    return readAnswer(paid, paymentOf(paid))
  }

  return {
    ask: (question) =>
      progress.during(
        `asking ${host}`,
        settings.apiKey === undefined ? askAndPay(question) : askWithKey(question, settings.apiKey),
      ),
    callFree: (path, body) => progress.during(`asking ${host}`, callFree(ports, path, body)),
    delivered() {
      for (const paid of paidAnswers.splice(0)) paid.delivered()
    },
  }
}

async function callFree(
  { settings, send }: AskPorts,
  path: string,
  body: unknown,
): Promise<unknown> {
  const url = endpoint(settings, path)
  const answer = await send(
    body === undefined
      ? { method: 'GET', url, headers: {} }
      : { method: 'POST', url, headers: {}, body: JSON.stringify(body) },
  )
  // Free endpoints answer errors in the same form as the paid one.
  if (answer.status !== 200) readAnswer(answer)
  return jsonOf(answer)
}

function jsonOf(answer: HttpResponse): unknown {
  try {
    return JSON.parse(answer.body)
  } catch (cause) {
    throw new FiqError('SERVER_ERROR', 'The server answered with something that is no JSON.', {
      facts: [`Starts with: ${answer.body.slice(0, 80)}`],
      remedy: 'Check that --url names a fiq server.',
      cause,
    })
  }
}

function endpoint({ url }: Settings, path: string): URL {
  return new URL(`${url}${path}`)
}

/** The same question is the same bytes: that is how a payment is found again. */
function bodyOf({ query, variables, operationName }: Question): string {
  return JSON.stringify({
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operationName === undefined ? {} : { operationName }),
  })
}

function paymentOf({ paid, purchase, resumed }: PaidAnswer): AnswerPayment | undefined {
  if (!purchase) return undefined
  return {
    paid,
    resumed,
    state: purchase.state,
    id: purchase.id,
    transaction: purchase.transaction,
  }
}
