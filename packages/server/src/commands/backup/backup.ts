import type { Printed, StorePlace } from '../printing/operator-ports.ts'
import { backupPostgres, restorePostgres } from './postgres-backup.ts'
import { backupSqlite, type RecordFacts, restoreSqlite } from './sqlite-backup.ts'

export type BackupPorts = { path: string | undefined; nowMs(): number }

/** `fiq-server backup FILE`, while the server may run. */
export async function runBackup(
  file: string,
  { database: url, dataDir }: StorePlace,
  { path }: BackupPorts,
): Promise<Printed> {
  if (url !== undefined) {
    await backupPostgres({ url, path }, file)
    return { json: { file }, text: `${file} holds the database, as pg_dump wrote it.` }
  }
  const facts = await backupSqlite(dataDir, file)
  return { json: { file, ...shown(facts) }, text: `${file} holds ${sentenceOf(facts)}.` }
}

/** `fiq-server restore FILE`, while the server is stopped. */
export async function runRestore(
  file: string,
  { database: url, dataDir }: StorePlace,
  { overNewer = false }: { overNewer?: boolean },
  { path, nowMs }: BackupPorts,
): Promise<Printed> {
  if (url !== undefined) {
    await restorePostgres({ url, path }, file, { overNewer })
    return { json: { file }, text: `The database was restored from ${file}.` }
  }
  const { kept, ...facts } = await restoreSqlite(dataDir, file, { overNewer, nowMs: nowMs() })
  const before = kept === undefined ? '' : ` The earlier record was moved to ${kept}.`
  return {
    json: { file, ...shown(facts), kept: kept ?? null },
    text: `The record holds ${sentenceOf(facts)}.${before}`,
  }
}

function shown({ payments, newest, schema }: RecordFacts) {
  return { payments, newest: newest === 0 ? null : new Date(newest).toISOString(), shape: schema }
}

function sentenceOf(facts: RecordFacts): string {
  const { payments, newest } = shown(facts)
  return `${payments} payments${newest === null ? '' : `, the newest of ${newest}`}`
}
