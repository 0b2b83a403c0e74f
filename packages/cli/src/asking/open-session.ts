import type { SessionAsking, SessionTerms } from '../context.ts'
import type { PayerOptions } from '../payment/ports.ts'
import { type AskPorts, openAsking } from './ask.ts'

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
