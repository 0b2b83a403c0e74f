import type { PayerOptions } from '../payment/payer-options.ts'
import type { Answer } from './answer.ts'
import { type AskPorts, openAsking } from './ask.ts'
import type { Question } from './question.ts'

export type SessionTerms = {
  /** Most for all questions together, atomic units of USDC. The budget holds besides. */
  cap: bigint
  /** Takes what there is to say while an answer is waited for. */
  note(line: string): void
}

export type SessionAsking = {
  /** Shows the quote of the first question and asks once; see {@link CliContext.ask}. */
  ask(question: Question): Promise<Answer>
  /** Call it once the answers have been shown: the same question is a new purchase after it. */
  delivered(): void
  /** What the session has cost, what may still settle included. Atomic units. */
  spent(): bigint
}

/**
 * Asks for a session: one approval, one cap. What a key is charged in credits is counted at the
 * price of the question, so that the cap holds for credits as well.
 */
export async function openSession(
  { cap, note }: SessionTerms,
  {
    askPorts,
    payerOptions,
    key,
  }: {
    askPorts: Omit<AskPorts, 'pay'>
    payerOptions(): PayerOptions
    key(): Promise<string | undefined>
  },
): Promise<SessionAsking> {
  const { openPaySession } = await import('../payment/open-session.ts')
  const { pay, spent } = openPaySession(payerOptions(), { cap, note })
  const isCharged = (await key()) !== undefined
  const asking = openAsking({ ...askPorts, note, pay })
  let charged = 0n
  return {
    async ask(question) {
      if (isCharged) charged += (await askPorts.estimate(question)).amount
      return asking.ask(question)
    },
    delivered: asking.delivered,
    spent: () => (isCharged ? charged : spent()),
  }
}
