import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../../packages/server/src/compose/start-server.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import type { SettingName } from '../../packages/server/src/config/settings.ts'
import type { Devnet } from '../../packages/server/src/devnet/chain.ts'

/** Fails the test at an unexpected log entry. */
const log = {
  error(...problem: unknown[]) {
    throw new Error(
      `The server reported: ${JSON.stringify(problem, Object.getOwnPropertyNames(problem[0] ?? {}))}`,
    )
  },
}

type Started<devnet> = RunningServer<devnet> & { folder: string; stop(): Promise<void> }

/** A real server in this process with its embedded chain, on a free port. */
export async function runningServer(
  flags: Partial<Record<SettingName, string>> = {},
  now = () => new Date(),
): Promise<Started<Devnet>> {
  const server = await startedServer(flags, now)
  const { devnet } = server
  if (!devnet) throw new Error('These settings start no devnet: use startedServer.')
  return { ...server, devnet }
}

/** A real server in this process with any settler, on a free port, with its own data folder. */
export async function startedServer(
  flags: Partial<Record<SettingName, string>> = {},
  now = () => new Date(),
): Promise<Started<Devnet | undefined>> {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-e2e-'))
  const config = readConfig(
    { port: '0', dataDir: join(folder, 'data'), logLevel: 'silent', ...flags },
    {},
  )
  const server = await startServer(config, {
    log,
    version: 'test',
    now,
    environment: {},
  })
  return {
    ...server,
    folder,
    stop: server.close,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
