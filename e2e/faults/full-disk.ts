import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { audit, type History } from './audit.ts'
import { type PartReport, unanswered } from './cut-connections.ts'
import { fund } from './fund.ts'
import { openPayer, present } from './payer.ts'
import { startProcess } from './server-process.ts'

/** The record's log grows beyond this within a few dozen payments. */
const fileKibMax = 1_024
const atOnce = 4
const purchasesMax = 600

/**
 * Payers pay until no file of the server may grow any more, and some more pay then. The server is
 * started again with room, and everybody asks again with the same bytes.
 */
export async function runFullDisk(folder: string): Promise<PartReport> {
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(folder, account.address)
  const full = await startProcess({ folder, fileBlocksMax: fileKibMax })
  const payer = openPayer(full.url, account)
  const histories: History[] = []
  const seen: Record<string, number> = {}
  let failures = 0
  const pay = async (history: History) => {
    const answer = await present(full.url, history.purchase)
    history.answers.push(answer)
    const word = answer ? `${answer.status} ${answer.code ?? ''}`.trim() : 'no answer'
    seen[word] = (seen[word] ?? 0) + 1
    if (answer?.status !== 200) failures += 1
  }
  while (failures < 4 * atOnce && histories.length < purchasesMax) {
    const next: History[] = []
    for (let count = 0; count < atOnce; count++)
      next.push({ purchase: await payer.sign(), answers: [] })
    histories.push(...next)
    await Promise.all(next.map(pay))
  }
  await full.kill('SIGKILL')

  const roomy = await startProcess({ folder, port: Number(new URL(full.url).port) })
  for (const { purchase, answers } of histories) answers.push(await present(roomy.url, purchase))
  await roomy.kill('SIGTERM')
  const { violations } = await audit(folder, histories)
  const never = failures === 0 ? ['the disk was never full'] : []
  return {
    purchases: histories.length,
    seen,
    violations: [...never, ...violations, ...unanswered(histories)],
  }
}
