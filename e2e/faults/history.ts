import type { Database } from '../../packages/server/src/storage/database/database.ts'
import { forbiddenMove } from '../model/allowed-moves.ts'

const recorded = {
  sqlite: [
    'create table history (number integer primary key, nonce blob, was text, became text)',
    `create trigger payment_added after insert on payments begin
       insert into history (nonce, was, became) values (new.nonce, '', new.state); end`,
    `create trigger payment_moved after update on payments begin
       insert into history (nonce, was, became) values (new.nonce, old.state, new.state); end`,
  ],
  postgres: [
    'create table history (number bigserial primary key, nonce bytea, was text, became text)',
    `create function record_payment() returns trigger language plpgsql as $$ begin
       insert into history (nonce, was, became) values (new.nonce,
         case when tg_op = 'INSERT' then '' else old.state end, new.state);
       return new; end $$`,
    `create trigger payment_recorded after insert or update on payments
       for each row execute function record_payment()`,
  ],
} as const

/**
 * Makes the database record every change of a payment from now on, by triggers, whichever process
 * makes it. Servers may be running.
 */
export async function recordHistory(
  database: Database,
  kind: keyof typeof recorded,
): Promise<void> {
  await database.write(...recorded[kind].map((sql) => ({ sql, values: [] })))
}

/** Checks recorded changes against the moves of the model. @returns a sentence for each violation. */
export async function historyViolations(database: Database): Promise<string[]> {
  const rows = await database.scan('select nonce, was, became from history order by number')
  const states = new Map<string, string>()
  const violations: string[] = []
  for (const { nonce, was, became } of rows) {
    const payment = `0x${Buffer.from(nonce as Uint8Array).toString('hex')}`
    const before = states.get(payment) ?? ''
    if (was !== before) violations.push(`${payment} was ${before || 'unknown'}, then ${was}`)
    const move = forbiddenMove(String(was), String(became))
    if (move) violations.push(`${payment} made a move that the model lacks: ${move}`)
    states.set(payment, String(became))
  }
  if (rows.length === 0) violations.push('no change of a payment was recorded')
  return violations
}
