import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountPorts } from '../access/accounts.ts'
import { openSqliteAccessStore } from '../access/sqlite-access-store.ts'
import { accessFile } from '../access/sqlite-tables.ts'

/** What an operator command prints: for programs, and for people. */
export type Printed = { json: unknown; text: string }

/**
 * Runs a command on the accounts of a data folder, beside a server that may be running on it.
 *
 * @param nowMs - Unix milliseconds.
 */
export async function onAccounts<result>(
  dataDir: string,
  nowMs: () => number,
  run: (accounts: AccountPorts) => Promise<result>,
): Promise<result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const store = openSqliteAccessStore(join(dataDir, accessFile))
  try {
    return await run({ store, nowMs })
  } finally {
    store.close()
  }
}
