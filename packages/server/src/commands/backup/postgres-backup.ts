import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { countPaymentsOfPostgres } from '../../storage/payments/payment-sums.ts'

/** Maximum length of a quoted error of a PostgreSQL program. */
const complaintMax = 400

/** @property path - where programs are looked for, as in `PATH`. */
export type PostgresPlace = { url: string; path: string | undefined }

/**
 * Has `pg_dump` write the whole database, as it is at one moment, in its own compressed format.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when it is not installed, fails, or FILE is there.
 */
export async function backupPostgres(place: PostgresPlace, file: string): Promise<void> {
  if (existsSync(file))
    throw refused(`${file} is there already.`, 'Name another file; a backup is never overwritten.')
  await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], place)
}

/**
 * Has `pg_restore` put a dump back, all of it or nothing.
 *
 * @param overNewer - although the database holds payments. A dump does not say when it was made, so
 * any payment there counts as newer.
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
      'Restore into an empty database; or, when these are lost anyway, say --over-newer.',
    )
  const whole = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error']
  await run('pg_restore', [...whole, file], place)
}

/** The password is in the environment, because all users can read command lines. */
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
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-complaintMax)
  })
  const [code] = await once(child, 'close').catch((cause: { code?: string }) => {
    throw refused(
      `${program} cannot be run (${cause.code ?? 'unknown reason'}).`,
      'Install the client programs of your PostgreSQL (postgresql-client), or use its own backups.',
    )
  })
  if (code !== 0)
    throw refused(
      `${program} ended with ${code}: ${said.trim().replaceAll('\n', ' ')}`,
      'See that it is at least of the version of the server.',
    )
}

/** The address without its password, and the password for the environment. */
function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  // Parameters of this server and of its driver, unknown to the programs of PostgreSQL.
  for (const name of ['password', 'uselibpqcompat']) address.searchParams.delete(name)
  return { address: address.href, password }
}

function refused(message: string, remedy: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', message, { remedy })
}
