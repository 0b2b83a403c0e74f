import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalog } from '@fiq/shared/catalog/catalog'
import { expect, test } from 'vitest'

/** A separate network without external access, with its own host names. */
const apart = ['--map-root-user', '--net', '--mount']
const onLoopback = [...apart, 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']
const canPart = spawnSync('unshare', [...onLoopback, 'true']).status === 0

const program = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
const unreachable = {
  gdp: { country: 'USA' },
  macroSeries: { seriesId: 'GDP' },
  campaignFinance: { name: 'Sanders' },
  sanctionsScreen: { name: 'Example Airlines' },
  inflation: { country: 'USA' },
}

/** Starts the built server, queries it with a key, and prints answers and log. */
const asks = `
  import { execFileSync, spawn } from 'node:child_process'
  import { once } from 'node:events'
  const [program, folder, asked] = process.argv.slice(1)
  const run = (...words) => [program, ...words, '--data-dir', folder]
  const server = spawn(process.execPath, run('start', '--port', '0', '--upstream', 'live', '--play-money'))
  let log = ''
  server.stderr.on('data', (chunk) => (log += chunk))
  const [ready] = await once(server.stdout, 'data')
  const url = /http\\S+/.exec(ready)[0]
  const made = execFileSync(process.execPath, run('keys', 'create', '--org', 'A', '--credits', '99', '--json'))
  const headers = { authorization: 'Bearer ' + JSON.parse(made).key, 'content-type': 'application/json' }
  const answers = await Promise.all(Object.entries(JSON.parse(asked)).map(async ([tool, inputs]) => {
    const answer = await fetch(url + '/tools/' + tool, { method: 'POST', headers, body: JSON.stringify(inputs) })
    const { errors } = await answer.json()
    return [tool, answer.status, errors?.[0]?.extensions.code]
  }))
  server.kill()
  await once(server, 'exit')
  console.log(JSON.stringify({ answers, isUnforeseen: log.includes('unforeseen') }))`

test.skipIf(!canPart)(
  'default: every tool of the built server works live, over TLS, with responses in place of the sources (skipped where no network can be made)',
  async () => {
    const tools = Object.fromEntries(catalog.map(({ name, variables }) => [name, variables]))
    const script = join(import.meta.dirname, 'testing/live-apart.ts')
    const words = [...apart, process.execPath, script, JSON.stringify(tools)]
    const { stdout } = await promisify(execFile)('unshare', words)
    const { checked, ...served } = JSON.parse(stdout)
    expect(served).toEqual({
      answers: catalog.map(({ name }) => [name, 200, ['live'], []]),
      isUnforeseen: false,
    })
    // check-live over TLS: sources that work, an error page with status 200, and a refusal.
    expect(checked.whileSound).toMatchObject({
      status: 0,
      verdicts: { 'us-treasury': 'ok', 'finnhub-analyst': 'ok', 'yahoo-analyst': 'ok' },
      files: expect.not.arrayContaining(['refused']),
    })
    expect(checked.whileRefused).toMatchObject({
      status: 1,
      verdicts: { 'us-treasury': 'failed', 'finnhub-analyst': 'failed', 'yahoo-analyst': 'ok' },
      files: expect.arrayContaining(['finnhub.io', 'home.treasury.gov', 'refused']),
    })
    expect(checked.told).toBe('No access for REDACTED')
  },
)

test.skipIf(!canPart)(
  'error: unreachable live sources are unavailable, without unexpected errors (skipped where no network can be made)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-live-'))
    const node = [process.execPath, '--input-type=module', '-e', asks]
    const words = [...onLoopback, ...node, program, folder, JSON.stringify(unreachable)]
    try {
      const { stdout } = await promisify(execFile)('unshare', words)
      expect(JSON.parse(stdout)).toEqual({
        answers: Object.keys(unreachable).map((tool) => [tool, 503, 'UPSTREAM_UNAVAILABLE']),
        isUnforeseen: false,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
