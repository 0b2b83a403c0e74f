import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, hasRedisServer } from '../../packages/server/src/redis/testing/redis-server.ts'
import { findPostgres } from '../../packages/server/src/storage/database/testing/postgres.ts'
import { hasNginx } from '../instances/nginx.ts'

/**
 * Runs before all tests: provides a PostgreSQL, starting one if none is found, and reports missing
 * programs whose tests are skipped. In CI none may be missing.
 */
export async function setup(): Promise<() => void> {
  const found = await findPostgres()
  const own = found ? undefined : await startPostgres()
  const database = found ?? own?.url
  if (database) process.env['FIQ_TEST_DATABASE_URL'] = database
  const missing = [
    ...(database ? [] : ['PostgreSQL']),
    ...(hasRedisServer ? [] : ['redis-server']),
    ...(hasNginx ? [] : ['nginx']),
  ]
  if (missing.length > 0) {
    const sentence = `Not on this machine: ${missing.join(', ')}; the tests that need it`
    if (process.env['CI']) throw new Error(`${sentence} may not be skipped in CI.`)
    process.stderr.write(`${sentence} are skipped.\n`)
  }
  return () => own?.stop()
}

export type OwnPostgres = {
  url: string
  /**
   * Simulates a crash: connections end immediately, and committed data is recovered from the log.
   */
  restart(): void
  stop(): void
}

/**
 * Starts the installed PostgreSQL on a free port with its own folder; undefined if none is
 * installed.
 */
export async function startPostgres(): Promise<OwnPostgres | undefined> {
  const bin = newestBin()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'fiq-postgres-'))
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o777)
  const run = (program: string, ...args: string[]) =>
    isRoot
      ? spawnSync('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], { cwd: '/' })
      : spawnSync(join(bin, program), args)
  const data = join(folder, 'data')
  const stop = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  const port = await freePort()
  // A restart ends the process, not the machine, which keeps what was written without a sync.
  const settings = '-c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off'
  const options = `-p ${port} -k ${folder} ${settings}`
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync')
  const log = join(folder, 'log')
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start').status
  if (start() !== 0) {
    stop()
    return undefined
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      if (start() !== 0) throw new Error('PostgreSQL did not start again.')
    },
    stop,
  }
}

/** The newest version in Debian's folder; on other systems the PATH is used. */
function newestBin(): string | undefined {
  const folder = '/usr/lib/postgresql'
  try {
    const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a))
    if (versions[0]) return join(folder, versions[0], 'bin')
  } catch {
    // Not a Debian system.
  }
  const which = spawnSync('sh', ['-c', 'dirname "$(command -v initdb)"'], { encoding: 'utf8' })
  return which.stdout.startsWith('/') ? which.stdout.trim() : undefined
}
