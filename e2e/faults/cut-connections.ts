import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { audit } from './audit.ts'
import { drawnRequests } from './drawn-requests.ts'
import { fund } from './fund.ts'
import { createPayer, type History, present } from './payer.ts'
import { between, randomFrom } from './random.ts'
import { startProcess } from './server-process.ts'

export type PartReport = { purchases: number; seen: Record<string, number>; violations: string[] }

const cutWithinMs = 40

/**
 * Resets the connections of payers after the signature was sent: a third of them immediately, the
 * others at random moments. Payers retry with the same bytes until they are answered, and once
 * more.
 */
export async function runCutConnections(
  folder: string,
  purchases: number,
  seed: number,
): Promise<PartReport> {
  const random = randomFrom(seed)
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(folder, account.address)
  const server = await startProcess({ folder })
  const payer = createPayer(server.url, account, await drawnRequests(seed))
  const histories: History[] = []
  for (let count = 0; count < purchases; count++)
    histories.push({ purchase: await payer.sign(), answers: [] })

  const seen = { 'reset without an answer': 0, 'answered before the reset': 0 }
  const pay = async ({ purchase, answers }: History) => {
    const cutAfterMs = random() < 1 / 3 ? 0 : between(random, 1, cutWithinMs)
    const first = await present(server.url, purchase, cutAfterMs)
    seen[first ? 'answered before the reset' : 'reset without an answer'] += 1
    answers.push(first)
    answers.push(await present(server.url, purchase))
    answers.push(await present(server.url, purchase))
  }
  const atOnce = 16
  for (let from = 0; from < histories.length; from += atOnce)
    await Promise.all(histories.slice(from, from + atOnce).map(pay))
  await server.kill('SIGTERM')
  const { violations } = await audit(folder, histories)
  return { purchases, seen, violations: [...violations, ...unanswered(histories)] }
}

/** A sentence for every payer without an answer. */
export function unanswered(histories: readonly History[]): string[] {
  return histories
    .map(({ purchase, answers }) => ({ nonce: purchase.nonce, last: answers.at(-1) }))
    .filter(({ last }) => last?.status !== 200)
    .map(({ nonce, last }) => `${nonce} has no answer: ${last?.code}`)
}
