import type { Database } from '../database/database.ts'

/** An organisation in a list; its balance as last written. */
export type ListedOrganisation = {
  id: string
  name: string
  plan: string
  wallet: string | null
  prepaid: number
  allotment: number
  /** Unix milliseconds. */
  createdAt: number
}

const columns = 'id, name, plan, wallet, prepaid, allotment, created_at'
const allSql = `select ${columns} from organisations where name > ? order by name limit ?`
const namedSql = `select ${columns} from organisations where name > ?
  and lower(name) like ? escape '!' order by name limit ?`

/** Organisations whose name contains `text`, ordered by name, starting after the name `after`. */
export async function searchOrganisations(
  database: Pick<Database, 'scan'>,
  { text, after, limit }: { text: string; after: string; limit: number },
): Promise<readonly ListedOrganisation[]> {
  const typed = text.trim().toLowerCase()
  const holding = `%${typed.replace(/[!%_]/g, (sign) => `!${sign}`)}%`
  const rows = await (typed === ''
    ? database.scan(allSql, after, limit)
    : database.scan(namedSql, after, holding, limit))
  return rows.map(({ id, name, plan, wallet, prepaid, allotment, created_at }) => ({
    id: String(id),
    name: String(name),
    plan: String(plan),
    wallet: typeof wallet === 'string' ? wallet : null,
    prepaid: Number(prepaid),
    allotment: Number(allotment),
    createdAt: Number(created_at),
  }))
}

/** Sums over all organisations. */
export type Pools = {
  organisations: number
  prepaid: number
  allotment: number
  activeKeys: number
}

const poolsSql = `select count(*) as organisations, coalesce(sum(prepaid), 0) as prepaid,
    coalesce(sum(allotment), 0) as allotment from organisations`
const keysSql = `select count(*) as active from api_keys
  where revoked_at is null and (expires_at is null or expires_at > ?)`

/** @param nowMs - Keys that expired before this time do not count. */
export async function poolsOf(database: Pick<Database, 'scan'>, nowMs: number): Promise<Pools> {
  const [[pools], [keys]] = await Promise.all([
    database.scan(poolsSql),
    database.scan(keysSql, nowMs),
  ])
  return {
    organisations: Number(pools?.['organisations']),
    prepaid: Number(pools?.['prepaid']),
    allotment: Number(pools?.['allotment']),
    activeKeys: Number(keys?.['active']),
  }
}
