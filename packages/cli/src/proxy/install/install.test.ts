import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutServer, withServer } from './edit-config.ts'
import { knownClients } from './known-clients.ts'
import { lineDiff } from './line-diff.ts'
import { carryOut, planInstall, planUninstall } from './open-installs.ts'

const server = { command: '/usr/bin/node', args: ['/opt/fiq.cjs', 'mcp', '--client', 'x'] }
const places = ['linux', 'darwin', 'win32'].flatMap((platform) =>
  knownClients.map(({ name }) => [platform, name] as const),
)

test.each(places)('default: on %s, %s: installed, and taken out to the byte', (platform, name) => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform, env: {}, stateDir: join(home, 'state') }
  const fresh = planInstall(world, name, server)
  expect(fresh.before).toBeUndefined()
  carryOut(world, fresh, true)
  expect(readFileSync(fresh.path, 'utf8')).toContain('/opt/fiq.cjs')
  carryOut(world, planUninstall(world, name), false)
  expect(existsSync(fresh.path)).toBe(false)

  const text = fresh.path.endsWith('.toml')
    ? '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n'
    : '{\n  // mine\n  "theme": "dark",\n}\n'
  mkdirSync(dirname(fresh.path), { recursive: true })
  writeFileSync(fresh.path, text)
  carryOut(world, planInstall(world, name, server), true)
  carryOut(world, planInstall(world, name, { ...server, command: '/other/node' }), true)
  const installed = readFileSync(fresh.path, 'utf8')
  expect(installed).toContain('mine')
  expect(readFileSync(`${fresh.path}.before-fiq`, 'utf8')).toContain('mine')
  carryOut(world, planUninstall(world, name), false)
  expect(readFileSync(fresh.path, 'utf8')).toBe(text)

  // Touched by somebody else in between: only our entry goes.
  carryOut(world, planInstall(world, name, server), true)
  const touched = readFileSync(fresh.path, 'utf8').replace('mine', 'theirs')
  writeFileSync(fresh.path, touched)
  carryOut(world, planUninstall(world, name), false)
  const left = readFileSync(fresh.path, 'utf8')
  expect([left.includes('theirs'), left.includes('fiq')]).toEqual([true, false])
})

test('behavior: the change is shown as lines', () => {
  const client = knownClients.find(({ name }) => name === 'vscode')!
  const text = '{\n  "servers": {\n    "a": {}\n  }\n}\n'
  expect(
    lineDiff(text, withServer(client, text, { command: 'n', args: ['f'] })),
  ).toMatchInlineSnapshot(`
    "    "servers": {
    -     "a": {}
    +     "a": {},
    +     "fiq": {
    +       "type": "stdio",
    +       "command": "n",
    +       "args": [
    +         "f"
    +       ]
    +     }
        }"
  `)
})

test('behavior: any configuration keeps everything of its own', () => {
  const client = knownClients[0]!
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 0, max: 4 }),
      (generated, indent) => {
        fc.pre(!('mcpServers' in generated) && !('__proto__' in generated))
        const text = JSON.stringify(generated, undefined, indent)
        // As the file has it: JSON knows no negative zero.
        const own = JSON.parse(text)
        const installed = withServer(client, text, server)
        expect(JSON.parse(installed)).toEqual({ ...own, mcpServers: { fiq: server } })
        expect(JSON.parse(withoutServer(client, installed))).toEqual({ ...own, mcpServers: {} })
      },
    ),
  )
})

test.each(['{', '[]', '"x"', '{"a":}', 'null'])('error: %s is never replaced', (text) => {
  expect(() => withServer(knownClients[0]!, text, server)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})

test('error: an unknown client; a file that changed under our hands', () => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  expect(() => planInstall(world, 'emacs', server)).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
  const change = planInstall(world, 'cursor', server)
  mkdirSync(dirname(change.path), { recursive: true })
  writeFileSync(change.path, '{}')
  expect(() => carryOut(world, change, true)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})
