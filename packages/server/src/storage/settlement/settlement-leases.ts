import type { Database } from '../database/database.ts'

/** Which instance settles for a signer, or was the last to. */
export type LeaseHolder = { signer: string; holder: string; isHeld: boolean }

const sql = `select signer, holder,
    case when expires_at > clock_timestamp() then 1 else 0 end as held
  from settlement_leases order by signer limit 20`

/** @param database - a PostgreSQL that instances share. */
export async function leaseHolders(
  database: Pick<Database, 'read'>,
): Promise<readonly LeaseHolder[]> {
  return (await database.read(sql)).map(({ signer, holder, held }) => ({
    signer: String(signer),
    holder: String(holder),
    isHeld: Number(held) === 1,
  }))
}
