import { FiqError } from '@fiq/shared/errors'
import type { ClientCaps } from '../../payment/budget/client-caps.ts'
import type { Database, Row } from '../../payment/journal/open-database.ts'
import { hashToken, isToken, sameHash } from './token.ts'

/** A client of the proxy. */
export type Client = ClientCaps & {
  name: string
  /**
   * Maximum payment without a prompt, if the user allowed one. The budget's limit applies if it is
   * higher.
   */
  automatic: bigint | undefined
  /** The same for play money. */
  automaticPlay: bigint | undefined
  /**
   * Maximum that a reply in the client's own window approves for one call. Atomic units.
   * `undefined`: the user decides only in a terminal.
   */
  windowMax: bigint | undefined
  /** Names of the catalog and `graphql`; `undefined` for all. */
  tools: readonly string[] | undefined
  /** Unix milliseconds. */
  since: number
  hasToken: boolean
}

export type NewClient = Pick<Client, 'name' | 'tools'> &
  Partial<Pick<Client, 'windowMax'>> &
  ClientCaps

/** The maximum payment of a client without a prompt: its own limit or the budget's, the higher one. */
export function automaticMax(client: Client, autoApprove: bigint, isPlay: boolean): bigint {
  const own = (isPlay ? client.automaticPlay : client.automatic) ?? 0n
  return own > autoApprove ? own : autoApprove
}

/** Small, so that an agent out of control costs little before the user notices. Atomic units. */
export const defaultClientCaps: ClientCaps = {
  perCall: 250_000n,
  perDay: 500_000n,
  per30Days: 5_000_000n,
}

/** More than users need, and few enough to compare a token with each. */
const clientsMax = 100

export type Clients = {
  /** @param token - Only its hash is stored. Absent for a client of `fiq mcp`, which needs none. */
  add(client: NewClient, token?: string): void
  list(): readonly Client[]
  find(name: string): Client | undefined
  /** The client of a token. Takes the same time for every token of the right length. */
  whose(token: string): Client | undefined
  /** Replaces the token of a known client. */
  replaceToken(name: string, token: string): void
  /** Raises the maximum payment without a prompt, of real or of play money. Never lowers it. */
  allow(name: string, automatic: bigint, isPlay: boolean): void
  /** Sets the maximum that the client's own window approves; `undefined`: none. */
  approveInWindow(name: string, windowMax: bigint | undefined): void
  /** @throws FiqError `NOT_FOUND`. */
  revoke(name: string): void
}

/**
 * The clients of the proxy, in the file of the budget, so that every process sees changes at once.
 */
export function createClients(database: Database, now: () => number): Clients {
  const rows = () =>
    database.rows('SELECT * FROM clients WHERE revoked_at IS NULL ORDER BY since, name')
  const find = (name: string) => {
    const row = database.row('SELECT * FROM clients WHERE name = ? AND revoked_at IS NULL', name)
    return row && clientOf(row)
  }
  return {
    find,
    list: () => rows().map(clientOf),
    add: (client, token) =>
      database.transact(() => {
        checkName(client.name)
        if (find(client.name)) throw nameInUse(client.name)
        if (rows().length >= clientsMax)
          throw new FiqError(
            'USAGE',
            `There are already ${clientsMax} clients, which is the maximum.`,
            { remedy: 'Revoke one first: fiq proxy token revoke <name>.' },
          )
        insert(database, client, token, now())
      }),
    whose(token) {
      const hash = hashToken(isToken(token) ? token : '')
      let found: Row | undefined
      for (const row of rows()) if (sameHash(hash, row['token_hash'])) found = row
      return found && clientOf(found)
    },
    replaceToken(name, token) {
      const sql = 'UPDATE clients SET token_hash = ? WHERE name = ? AND revoked_at IS NULL'
      if (database.run(sql, hashToken(token), name) === 0) throw unknown(name)
    },
    allow(name, automatic, isPlay) {
      const column = isPlay ? 'automatic_play' : 'automatic'
      const sql = `UPDATE clients SET ${column} = max(coalesce(${column}, 0), ?) WHERE name = ? AND revoked_at IS NULL`
      if (database.run(sql, automatic, name) === 0) throw unknown(name)
    },
    approveInWindow(name, windowMax) {
      const sql = 'UPDATE clients SET window_max = ? WHERE name = ? AND revoked_at IS NULL'
      if (database.run(sql, windowMax ?? null, name) === 0) throw unknown(name)
    },
    revoke(name) {
      const sql =
        'UPDATE clients SET revoked_at = ?, token_hash = NULL WHERE name = ? AND revoked_at IS NULL'
      if (database.run(sql, now(), name) === 0) throw unknown(name)
    },
  }
}

/** Inserts a client. A revoked name may be used again; its earlier spending still counts. */
function insert(
  database: Database,
  { name, perCall, perDay, per30Days, tools, windowMax }: NewClient,
  token: string | undefined,
  now: number,
): void {
  database.run(
    `INSERT OR REPLACE INTO clients
       (name, token_hash, per_call, per_day, per_30_days, automatic, tools, since, revoked_at,
        window_max)
     VALUES (?, ?, ?, ?, ?, NULL, ?, ?, NULL, ?)`,
    name,
    token === undefined ? null : hashToken(token),
    perCall,
    perDay,
    per30Days,
    tools ? JSON.stringify(tools) : null,
    now,
    windowMax ?? null,
  )
}

function clientOf(row: Row): Client {
  const tools = row['tools']
  return {
    name: String(row['name']),
    perCall: row['per_call'] as bigint,
    perDay: row['per_day'] as bigint,
    per30Days: row['per_30_days'] as bigint,
    automatic: (row['automatic'] as bigint | null) ?? undefined,
    automaticPlay: (row['automatic_play'] as bigint | null) ?? undefined,
    windowMax: (row['window_max'] as bigint | null) ?? undefined,
    tools: typeof tools === 'string' ? (JSON.parse(tools) as string[]) : undefined,
    since: Number(row['since']),
    hasToken: row['token_hash'] !== null,
  }
}

/** @throws FiqError `USAGE`: names are printed and used in configurations. */
export function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,31}$/i.test(name)) return name
  throw new FiqError('USAGE', `"${name.slice(0, 40)}" is not a valid name for a client.`, {
    remedy: 'Use 1 to 32 letters, digits, dots, - and _.',
  })
}

function nameInUse(name: string): FiqError {
  return new FiqError('USAGE', `There is already a client "${name}"; nothing was changed.`, {
    remedy: `To change it: fiq proxy token revoke ${name}, then add it again.`,
  })
}

function unknown(name: string): FiqError {
  return new FiqError('NOT_FOUND', `There is no client "${name.slice(0, 40)}".`, {
    remedy: 'fiq proxy token list shows the clients.',
  })
}
