import { latestMoment } from '../../payment/budget/budget.ts'
import { clientStanding } from '../../payment/budget/client-caps.ts'
import { usdcText, usdcUnit } from '../../terminal/format/usdc-text.ts'
import { createApprovals, priceOf } from '../approvals/approvals.ts'
import { logLine } from '../log-line.ts'
import type { OpenSurface } from './open-surface.ts'

/** Texts of the live view. Amounts are decimal USDC. */
export type LiveFacts = {
  url: string
  serverUrl: string
  requests: number
  paid: string
  /** `play USDC` if a play wallet pays. */
  unit: string
  /** Signed, and not proven void or spent. The budget counts it as spent. */
  atRisk: string
  /** The windows of the wallet; empty if credits pay, which it does not count. */
  budget: readonly { name: string; spent: bigint; cap: bigint }[]
  clients: readonly {
    name: string
    requests: number
    refused: number
    paid: string
    day: string
  }[]
  waiting: readonly { id: string; client: string; price: string; label: string }[]
  latest: readonly string[]
}

/**
 * Reads the current traffic and journal.
 *
 * @param terms.isOnCredits - Whether the credits of an API key pay. They fill the caps of the
 * clients for real money, whatever wallet there is.
 */
export function liveFacts(
  { ports, payer, clients, limits }: OpenSurface,
  { url, serverUrl, isOnCredits }: { url: string; serverUrl: string; isOnCredits: boolean },
): LiveFacts {
  const database = payer.database()
  const at = latestMoment(database, ports.now())
  const { day, days30, session, isPlay: isPlayWallet = false } = payer.budget.standing()
  const isPlay = isPlayWallet && !isOnCredits
  const caps = limits()
  const counts = ports.traffic.counts()
  const all = [...counts.values()]
  return {
    url,
    serverUrl,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    paid: usdcText(all.reduce((sum, { paid }) => sum + paid, 0n)),
    atRisk: usdcText(all.reduce((sum, { atRisk }) => sum + atRisk, 0n)),
    unit: usdcUnit(isPlay),
    budget: isOnCredits
      ? []
      : [
          { name: '24 hours', spent: day, cap: caps.perDay },
          { name: '30 days', spent: days30, cap: caps.per30Days },
          { name: 'session', spent: session, cap: caps.perSession },
        ],
    clients: clients.list().map(({ name, perDay }) => {
      const { requests, refused, paid } = counts.get(name) ?? {
        requests: 0,
        refused: 0,
        paid: 0n,
        atRisk: 0n,
      }
      const spent = clientStanding(database, name, at, isPlay).day
      const inDay = `${usdcText(spent)} of ${usdcText(perDay)}`
      return { name, requests, refused, paid: usdcText(paid), day: inDay }
    }),
    waiting: createApprovals(database, { now: ports.now, newId: () => '' })
      .waiting()
      .map((approval) => ({
        id: approval.id,
        client: approval.client,
        price: priceOf(approval),
        label: approval.quote.label ?? '',
      })),
    latest: ports.traffic.latest().map((passage) => logLine(passage, 'text').slice(11)),
  }
}
