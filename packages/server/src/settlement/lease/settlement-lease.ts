import type { Hex } from '@fiq/shared/payment/wire'
import type { Database } from '../../storage/database/database.ts'

/** The right of one instance to settle for a signer. Times are by the clock of the database. */
export type SettlementLease = {
  /** As far as this instance knows; never longer than the database does. */
  isHeld(): boolean
  /** Asks the database whether nobody else has taken over. */
  prove(): Promise<boolean>
  /** Lets go at once, so that another instance need not wait. */
  close(): Promise<void>
}

export type LeaseLimits = {
  /** A holder that is silent this long has lost it. */
  leaseMs: number
  /** How often it is renewed, or tried for. */
  renewMs: number
  /** A holder stops believing in it this long before the database does. */
  marginMs: number
}

export const leaseLimits: LeaseLimits = { leaseMs: 5_000, renewMs: 1_000, marginMs: 1_000 }

export type LeaseParts = {
  database: Pick<Database, 'read' | 'write'>
  signer: Hex
  /** Names this instance, for nobody else to have. */
  holder: string
  report(error: unknown): void
  /** Milliseconds of a clock that never goes back. */
  nowMs?: () => number
  limits?: LeaseLimits
}

const until = `clock_timestamp() + ?::float8 * interval '1 millisecond'`
/** Each holder after another gets a token of its own: what an earlier one asks for is seen to be late. */
const takeSql = `insert into settlement_leases (signer, holder, token, expires_at)
  values (?, ?, 1, ${until})
  on conflict (signer) do update set holder = excluded.holder,
    token = settlement_leases.token + 1, expires_at = excluded.expires_at
  where settlement_leases.expires_at <= clock_timestamp()
  returning token`
const ours = 'signer = ? and token = ? and expires_at > clock_timestamp()'
const renewSql = `update settlement_leases set expires_at = ${until} where ${ours}`
const proveSql = `select token from settlement_leases where ${ours}`
const releaseSql = `update settlement_leases set expires_at = clock_timestamp() where ${ours}`

/**
 * Tries for the lease of a signer, and keeps it while this instance lives. When the holder is killed
 * another instance has it within `leaseMs` and `renewMs`.
 *
 * The lease spares instances each other's way. That money moves at most once does not rest on it:
 * the nonce of the authorization sees to that on the chain, whoever sends it.
 */
export async function openSettlementLease(parts: LeaseParts): Promise<SettlementLease> {
  const { database, holder, report, nowMs = () => performance.now(), limits = leaseLimits } = parts
  const signer = parts.signer.toLowerCase()
  let held: { token: string; untilMs: number } | undefined
  let closed = false

  const hold = (token: string, askedAt: number) => {
    held = { token, untilMs: askedAt + limits.leaseMs - limits.marginMs }
  }
  const take = async () => {
    const askedAt = nowMs()
    const values = [signer, holder, limits.leaseMs]
    const { results } = await database.write({ sql: takeSql, values })
    const token = results[0]?.rows[0]?.['token']
    if (token !== undefined) hold(String(token), askedAt)
  }
  const renew = async ({ token }: { token: string }) => {
    const askedAt = nowMs()
    const values = [limits.leaseMs, signer, token]
    const { results } = await database.write({ sql: renewSql, values })
    if (results[0]?.changes === 1) return hold(token, askedAt)
    held = undefined
    await take()
  }
  const turn = () => (held ? renew(held) : take())
  await turn()
  const renewing = every(limits.renewMs, () => turn().catch(report))

  const isHeld = () => !closed && held !== undefined && nowMs() < held.untilMs
  return {
    isHeld,
    async prove() {
      if (!held || !isHeld()) return false
      const { token } = held
      const found = await database.read(proveSql, signer, token)
      if (found.length === 0 && held?.token === token) held = undefined
      return found.length > 0
    },
    async close() {
      closed = true
      await renewing.stop()
      if (!held) return
      await database.write({ sql: releaseSql, values: [signer, held.token] }).catch(report)
    },
  }
}

/** One run after the other, with a rest in between. */
function every(ms: number, run: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(() => {
      running = run().finally(next)
    }, ms).unref()
  }
  next()
  return {
    async stop() {
      await running
      clearTimeout(timer)
    },
  }
}
