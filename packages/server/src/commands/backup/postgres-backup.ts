import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { countPaymentsOfPostgres } from '../../storage/payments/payment-sums.ts'

/** Maximum length of a quoted error of a PostgreSQL program. */
const complaintMax = 400

/** @property path - Where to find programs, as in `PATH`. */
export type PostgresPlace = { url: string; path: string | undefined }

/**
 * Backs up the whole database at one moment with `pg_dump`, in its own compressed format.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when it is not installed, fails, or FILE exists.
 */
export async function backupPostgres(place: PostgresPlace, file: string): Promise<void> {
  if (existsSync(file))
    throw refused(`${file} exists already.`, 'Name another file; a backup is never overwritten.')
  await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], place)
}

/**
 * Restores a dump with `pg_restore`, completely or not at all.
 *
 * @param overNewer - Restore although the database contains payments. A dump does not state its
 * time, so any payment counts as newer.
 */
export async function restorePostgres(
  place: PostgresPlace,
  file: string,
  { overNewer }: { overNewer: boolean },
): Promise<void> {
  const payments = await countPaymentsOfPostgres(place.url)
  if (payments > 0 && !overNewer)
    throw refused(
      `The database holds ${payments} payments, which the backup would replace.`,
      'Restore into an empty database. To replace these payments, add --over-newer.',
    )
  const whole = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error']
  await run('pg_restore', [...whole, file], place)
}

/** The password is passed in the environment, because all users can read command lines. */
async function run(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  { url, path }: PostgresPlace,
): Promise<void> {
  const { address, password } = withoutPassword(url)
  const child = spawn(program, [`--dbname=${address}`, ...args], {
    env: { PATH: path, ...defined({ PGPASSWORD: password || undefined }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-complaintMax)
  })
  const [code] = await once(child, 'close').catch((cause: { code?: string }) => {
    throw refused(
      `${program} cannot be run (${cause.code ?? 'unknown reason'}).`,
      'Install the client programs of your PostgreSQL (postgresql-client), or use its own backups.',
    )
  })
  if (code !== 0)
    throw refused(
      `${program} ended with ${code}: ${complaint.trim().replaceAll('\n', ' ')}`,
      'Its version must be at least that of the PostgreSQL server.',
    )
}

/** The address without its password, and the password for the environment. */
function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  // Parameters of this server and of its driver that the programs of PostgreSQL do not know.
  for (const name of ['password', 'uselibpqcompat']) address.searchParams.delete(name)
  return { address: address.href, password }
}

function refused(message: string, remedy: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', message, { remedy })
}
