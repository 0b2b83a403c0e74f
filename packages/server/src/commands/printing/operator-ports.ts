import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { makeFolder } from '../../config/make-folder.ts'
import { ledgerFile } from '../../storage/database/sqlite-database.ts'
import { openStore, type Store } from '../../storage/open-store.ts'

/** Output of an operator command: JSON for programs, text for users. */
export type Printed = { json: unknown; text: string }

/** Creates the function that writes the output of a command, as JSON with `--json`. */
export function printer(world: { write(text: string): void }) {
  return ({ json }: { json?: boolean | undefined }, printed: Printed): void =>
    world.write(json ? JSON.stringify(printed.json, null, 2) : printed.text)
}

/** Location of a server's storage. */
export type StorePlace = { database: string | undefined; dataDir: string }

/**
 * Runs a command on the database of a server, which may be running.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the database cannot be used.
 */
export async function onStore<result>(
  place: StorePlace,
  run: (store: Store) => Promise<result>,
): Promise<result> {
  if (place.database === undefined) makeFolder(place.dataDir, 0o700)
  // An idle connection that breaks is reported by the next statement.
  const store = await openStore(place, () => {})
  try {
    return await run(store)
  } finally {
    await store.record.close()
  }
}

/**
 * Like {@link onStore}, for commands that create nothing. A new record would be empty, and the
 * answer about a misspelt folder wrong.
 *
 * @throws FiqError `CONFIGURATION_INVALID` also if the folder has no record.
 */
export async function onExistingStore<result>(
  place: StorePlace,
  run: (store: Store) => Promise<result>,
): Promise<result> {
  const { database, dataDir } = place
  if (database === undefined && !existsSync(join(dataDir, ledgerFile)))
    throw new FiqError('CONFIGURATION_INVALID', `There is no record of a server in ${dataDir}.`, {
      remedy:
        'Name the folder of the server with --data-dir. The server creates its record when it starts first.',
    })
  return onStore(place, run)
}

/** Options of every operator command. */
export type Shared = { dataDir?: string; database?: string; json?: boolean; publicUrl?: string }
