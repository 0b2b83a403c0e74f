import type { Hex } from '@fiq/shared/payment/wire'
import type { Database } from '../database/database.ts'

/** The current or last instance that settles for a signer. */
export type LeaseHolder = { signer: string; holder: string; isHeld: boolean }

const holdersSql = `select signer, holder,
    case when expires_at > clock_timestamp() then 1 else 0 end as held
  from settlement_leases order by signer limit 20`

/** @param database - A PostgreSQL that instances share. */
export async function leaseHolders(
  database: Pick<Database, 'read'>,
): Promise<readonly LeaseHolder[]> {
  return (await database.read(holdersSql)).map(({ signer, holder, held }) => ({
    signer: String(signer),
    holder: String(holder),
    isHeld: Number(held) === 1,
  }))
}

/**
 * Uses only functions that the simulation also defines in SQLite. Seconds are the last argument of
 * `make_interval`.
 */
const until = 'clock_timestamp() + make_interval(0, 0, 0, 0, 0, 0, ? * 0.001)'
/** Each new holder gets a new token, so that a late request of an earlier holder is recognised. */
const takeSql = `insert into settlement_leases (signer, holder, token, expires_at)
  values (?, ?, 1, ${until})
  on conflict (signer) do update set holder = excluded.holder,
    token = settlement_leases.token + 1, expires_at = excluded.expires_at
  where settlement_leases.expires_at <= clock_timestamp()
  returning token`
const takenSql =
  'select 1 as one from settlement_leases where signer = ? and expires_at > clock_timestamp()'
const ownLease = 'signer = ? and token = ? and expires_at > clock_timestamp()'
const renewSql = `update settlement_leases set expires_at = ${until} where ${ownLease}`
const proveSql = `select token from settlement_leases where ${ownLease}`
const releaseSql = `update settlement_leases set expires_at = clock_timestamp() where ${ownLease}`

/** The row of one signer's lease. Its times are by the clock of the database. */
export type LeaseRow = {
  /** @returns The token of the lease; `undefined` while another instance holds it. */
  take(holder: string, leaseMs: number): Promise<string | undefined>
  /** @returns `false` when the lease has expired or another instance holds it. */
  renew(token: string, leaseMs: number): Promise<boolean>
  isHeld(token: string): Promise<boolean>
  release(token: string): Promise<void>
}

/** @param database - A PostgreSQL that instances share. */
export function leaseRow(database: Pick<Database, 'read' | 'write'>, address: Hex): LeaseRow {
  const signer = address.toLowerCase()
  return {
    async take(holder, leaseMs) {
      // A write would lock the row and sync a commit, each second in each waiting instance.
      if ((await database.read(takenSql, signer)).length > 0) return undefined
      const { results } = await database.write({ sql: takeSql, values: [signer, holder, leaseMs] })
      const token = results[0]?.rows[0]?.['token']
      return token === undefined ? undefined : String(token)
    },
    async renew(token, leaseMs) {
      const { results } = await database.write({ sql: renewSql, values: [leaseMs, signer, token] })
      return results[0]?.changes === 1
    },
    isHeld: async (token) => (await database.read(proveSql, signer, token)).length > 0,
    async release(token) {
      await database.write({ sql: releaseSql, values: [signer, token] })
    },
  }
}
