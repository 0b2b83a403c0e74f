import { defined, ifPresent } from '@fiq/shared/defined'
import type { SessionRow } from '../accounts/access-store.ts'
import type { Database, Row } from '../database/database.ts'

/** An operator, who may sign in to `/admin`. Times are Unix milliseconds. */
export type Operator = { name: string; createdAt: number }

/**
 * A logged action of an operator. `outcome` is absent while it runs, and if the server died during
 * it.
 */
export type ActionRow = {
  id: string
  operator: string
  /** One or two words: `credit payment`. */
  action: string
  /** The object of the action: `payer:nonce` or the id of an organisation. */
  subject: string
  /** Text for the operator: amounts, and the given reason. Never a secret. */
  detail: string
  /** `done`, or the code of the error. */
  outcome?: string
  createdAt: number
}

/** Operators, their sessions and actions, shared by all instances. */
export type OperatorStore = {
  /** @returns `false` when the name is taken. */
  addOperator(operator: Operator): Promise<boolean>
  /** Deletes the operator with sessions and codes. @returns `false` for an unknown name. */
  removeOperator(name: string): Promise<boolean>
  /** Oldest first. */
  operators(): Promise<readonly Operator[]>

  /** Stores a sign-in code until `expiresAt`, and deletes the expired ones. */
  storeCode(code: { hash: string; operator: string; expiresAt: number }, now: number): Promise<void>
  /**
   * Uses up a code.
   *
   * @returns Its operator; `undefined` when the code is unknown, used or expired.
   */
  useCode(hash: string, now: number): Promise<string | undefined>

  /** Opens a session, and deletes those that began before `forgetBefore`. */
  openSession(session: SessionRow & { hash: string }, forgetBefore: number): Promise<void>
  findSession(hash: string): Promise<SessionRow | undefined>
  useSession(hash: string, at: number): Promise<void>
  closeSession(hash: string): Promise<void>

  beginAction(action: Omit<ActionRow, 'outcome'>): Promise<void>
  endAction(id: string, outcome: string): Promise<void>
  /** Newest first. With `before`, only older ones. */
  actions(limit: number, before?: { createdAt: number; id: string }): Promise<readonly ActionRow[]>
  /** Oldest first, at most `limit`. */
  actionsOn(subject: string, limit: number): Promise<readonly ActionRow[]>
}

/** Operators over a database, embedded or shared. */
export function createOperatorStore(database: Database): OperatorStore {
  return { ...peopleIn(database), ...sessionsIn(database), ...actionsIn(database) }
}

type People = 'addOperator' | 'removeOperator' | 'operators' | 'storeCode' | 'useCode'

function peopleIn(database: Database): Pick<OperatorStore, People> {
  return {
    async addOperator({ name, createdAt }) {
      const sql = 'insert into operators (name, created_at) values (?, ?) on conflict do nothing'
      const { results } = await database.write({ sql, values: [name, createdAt] })
      return results[0]?.changes === 1
    },
    async removeOperator(name) {
      const { results } = await database.write(
        { sql: 'delete from operator_codes where operator = ?', values: [name] },
        { sql: 'delete from operator_sessions where operator = ?', values: [name] },
        { sql: 'delete from operators where name = ?', values: [name] },
      )
      return results.at(-1)?.changes === 1
    },
    operators: async () =>
      (await database.read('select * from operators order by created_at, name')).map((row) => ({
        name: String(row['name']),
        createdAt: Number(row['created_at']),
      })),
    async storeCode({ hash, operator, expiresAt }, now) {
      await database.write(
        { sql: 'delete from operator_codes where expires_at <= ?', values: [now] },
        {
          sql: 'insert into operator_codes (hash, operator, expires_at) values (?, ?, ?)',
          values: [hash, operator, expiresAt],
        },
      )
    },
    async useCode(hash, now) {
      const sql = `delete from operator_codes where hash = ? and expires_at > ?
        returning operator`
      const { results } = await database.write({ sql, values: [hash, now] })
      const operator = results[0]?.rows[0]?.['operator']
      return typeof operator === 'string' ? operator : undefined
    },
  }
}

type Sessions = 'openSession' | 'findSession' | 'useSession' | 'closeSession'

function sessionsIn(database: Database): Pick<OperatorStore, Sessions> {
  return {
    async openSession({ hash, owner, createdAt, usedAt }, forgetBefore) {
      await database.write(
        { sql: 'delete from operator_sessions where created_at < ?', values: [forgetBefore] },
        {
          sql: `insert into operator_sessions (hash, operator, created_at, used_at)
            values (?, ?, ?, ?)`,
          values: [hash, owner, createdAt, usedAt],
        },
      )
    },
    async findSession(hash) {
      const [row] = await database.read('select * from operator_sessions where hash = ?', hash)
      if (!row) return undefined
      const { operator, created_at, used_at } = row
      return {
        owner: String(operator),
        createdAt: Number(created_at),
        usedAt: Number(used_at),
      }
    },
    async useSession(hash, at) {
      const sql = 'update operator_sessions set used_at = ? where hash = ? and used_at < ?'
      await database.write({ sql, values: [at, hash, at] })
    },
    async closeSession(hash) {
      await database.write({ sql: 'delete from operator_sessions where hash = ?', values: [hash] })
    },
  }
}

type Actions = 'beginAction' | 'endAction' | 'actions' | 'actionsOn'

const newestSql = 'select * from operator_actions order by created_at desc, id desc limit ?'
const olderSql = `select * from operator_actions where (created_at, id) < (?, ?)
  order by created_at desc, id desc limit ?`
const onSql = 'select * from operator_actions where subject = ? order by created_at limit ?'

function actionsIn(database: Database): Pick<OperatorStore, Actions> {
  return {
    async beginAction({ id, operator, action, subject, detail, createdAt }) {
      await database.write({
        sql: `insert into operator_actions (id, operator, action, subject, detail, created_at)
          values (?, ?, ?, ?, ?, ?)`,
        values: [id, operator, action, subject, detail, createdAt],
      })
    },
    async endAction(id, outcome) {
      const sql = 'update operator_actions set outcome = ? where id = ?'
      await database.write({ sql, values: [outcome, id] })
    },
    async actions(limit, before) {
      const rows = before
        ? await database.read(olderSql, before.createdAt, before.id, limit)
        : await database.read(newestSql, limit)
      return rows.map(actionOf)
    },
    actionsOn: async (subject, limit) => (await database.read(onSql, subject, limit)).map(actionOf),
  }
}

function actionOf(row: Row): ActionRow {
  const { id, operator, action, subject, detail, outcome, created_at } = row
  return {
    id: String(id),
    operator: String(operator),
    action: String(action),
    subject: String(subject),
    detail: String(detail),
    ...defined({ outcome: ifPresent(outcome, String) }),
    createdAt: Number(created_at),
  }
}
