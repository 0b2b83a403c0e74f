import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A network of its own, without a way out: the live sources are asked, and cannot be reached. */
const apart = ['--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']
const canPart = spawnSync('unshare', [...apart, 'true']).status === 0

const program = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
const asked = {
  gdp: { country: 'USA' },
  macroSeries: { seriesId: 'GDP' },
  campaignFinance: { name: 'Sanders' },
  sanctionsScreen: { name: 'Example Airlines' },
  inflation: { country: 'USA' },
}

/** Starts the built server, asks with a key, and prints what it was told and what was logged. */
const asks = `
  import { execFileSync, spawn } from 'node:child_process'
  import { once } from 'node:events'
  const [program, folder, asked] = process.argv.slice(1)
  const run = (...words) => [program, ...words, '--data-dir', folder]
  const server = spawn(process.execPath, run('start', '--port', '0', '--upstream', 'live'))
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
  'error: live sources that cannot be reached are unavailable, and nothing is unforeseen (skipped where no network can be made)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-live-'))
    const node = [process.execPath, '--input-type=module', '-e', asks]
    const words = [...apart, ...node, program, folder, JSON.stringify(asked)]
    try {
      const { stdout } = await promisify(execFile)('unshare', words)
      expect(JSON.parse(stdout)).toEqual({
        answers: Object.keys(asked).map((tool) => [tool, 503, 'UPSTREAM_UNAVAILABLE']),
        isUnforeseen: false,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
