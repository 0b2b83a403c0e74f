import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

test.each(places)(
  'default: on %s, %s: installs, and uninstalls to the same bytes',
  (platform, name) => {
    const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
    const world = { home, platform, env: {}, stateDir: join(home, 'state') }
    const fresh = planInstall(world, name, server)
    expect(fresh.before).toBeUndefined()
    carryOut(world, fresh, true)
    expect(readFileSync(fresh.path, 'utf8')).toContain('/opt/fiq.cjs')
    carryOut(world, planUninstall(world, name), false)
    // No folder that was created for it remains.
    expect(readdirSync(home)).toEqual(['state'])

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
    expect(existsSync(`${fresh.path}.before-fiq`)).toBe(false)

    // Another program changed the file in between: only our entry is removed.
    carryOut(world, planInstall(world, name, server), true)
    const touched = readFileSync(fresh.path, 'utf8').replace('mine', 'theirs')
    writeFileSync(fresh.path, touched)
    carryOut(world, planUninstall(world, name), false)
    const left = readFileSync(fresh.path, 'utf8')
    expect([left.includes('theirs'), left.includes('fiq')]).toEqual([true, false])
  },
)

test('behavior: shows the change as lines', () => {
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

test('behavior: keeps all other contents of any configuration', () => {
  const client = knownClients[0]!
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 0, max: 4 }),
      (generated, indent) => {
        fc.pre(!('mcpServers' in generated) && !('__proto__' in generated))
        const text = JSON.stringify(generated, undefined, indent)
        // Compares the text, because JSON has no negative zero.
        const own = JSON.parse(text)
        const installed = withServer(client, text, server)
        expect(JSON.parse(installed)).toEqual({ ...own, mcpServers: { fiq: server } })
        expect(JSON.parse(withoutServer(client, installed))).toEqual({ ...own, mcpServers: {} })
      },
    ),
  )
})

test.each([
  ['tabs', '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}\n'],
  ['four spaces', '{\n    "mcpServers": {\n        "a": {}\n    }\n}\n'],
  ['ends of lines of Windows', '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n'],
  ['a byte order mark', '\ufeff{\n  "mcpServers": {\n    "a": {}\n  }\n}\n'],
])('behavior: keeps %s in a configuration', (_, text) => {
  const client = knownClients[0]!
  const installed = withServer(client, text, server)
  const indent = /\n(\s+)"mcpServers"/.exec(text)?.[1] ?? ''
  const end = text.includes('\r') ? '\r\n' : '\n'
  expect(installed).toContain(`${end}${indent}${indent}"fiq": {${end}${indent.repeat(3)}"command"`)
  expect(installed.replaceAll(end, '')).not.toMatch(/[\r\n]/)
  expect(withoutServer(client, installed)).toBe(text)
})

test.each(['[]', 'null', '"x"', '1'])(
  'error: writes nothing if %s is in the place of the servers',
  (servers) => {
    const text = `{"mcpServers":${servers}}`
    for (const change of [
      () => withServer(knownClients[0]!, text, server),
      () => withoutServer(knownClients[0]!, text),
    ])
      expect(change).toThrow(
        expect.objectContaining({
          code: 'CONFIGURATION_INVALID',
          message: expect.stringContaining('"mcpServers"'),
        }),
      )
  },
)

test('behavior: changes the target of a link, and keeps the link', () => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  mkdirSync(join(home, 'dotfiles'))
  mkdirSync(join(home, '.cursor'))
  const real = join(home, 'dotfiles', 'mcp.json')
  const link = join(home, '.cursor', 'mcp.json')
  writeFileSync(real, '{}\n')
  symlinkSync(real, link)
  carryOut(world, planInstall(world, 'cursor', server), true)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toContain('/opt/fiq.cjs')
  carryOut(world, planUninstall(world, 'cursor'), false)
  expect([lstatSync(link).isSymbolicLink(), readFileSync(real, 'utf8')]).toEqual([true, '{}\n'])
  expect(readdirSync(join(home, 'dotfiles'))).toEqual(['mcp.json'])
})

test('behavior: uninstall keeps a folder that another program uses meanwhile', () => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  carryOut(world, planInstall(world, 'cursor', server), true)
  writeFileSync(join(home, '.cursor', 'theirs'), '')
  carryOut(world, planUninstall(world, 'cursor'), false)
  expect(readdirSync(join(home, '.cursor'))).toEqual(['theirs'])
})

test('behavior: on Linux uses XDG_CONFIG_HOME', () => {
  const env = { XDG_CONFIG_HOME: '/elsewhere' }
  const pathOn = (platform: string) =>
    planInstall({ home: '/home/u', platform, env, stateDir: '/none' }, 'zed', server).path
  expect(pathOn('linux')).toBe('/elsewhere/zed/settings.json')
  expect(pathOn('darwin')).toBe('/home/u/.config/zed/settings.json')
})

test.each([
  ['codex', 'CODEX_HOME', 'config.toml'],
  ['claude-code', 'CLAUDE_CONFIG_DIR', '.claude.json'],
])('behavior: %s is where %s moves it', (name, variable, file) => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const plain = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  const moved = { ...plain, env: { [variable]: join(home, 'moved') } }
  carryOut(plain, planInstall(plain, name, server), true)
  carryOut(moved, planInstall(moved, name, server), true)
  expect(readFileSync(join(home, 'moved', file), 'utf8')).toContain('/opt/fiq.cjs')
  // Each entry is restored separately: the stored text of one does not apply to the other.
  const usual = planUninstall(plain, name)
  carryOut(plain, usual, false)
  expect(readFileSync(usual.path, 'utf8')).not.toContain('/opt/fiq.cjs')
  carryOut(moved, planUninstall(moved, name), false)
  expect(existsSync(join(home, 'moved'))).toBe(false)

  const relative = { ...plain, env: { [variable]: 'here' } }
  expect(() => planInstall(relative, name, server)).toThrow(
    expect.objectContaining({ message: `${variable} is not an absolute path.` }),
  )
  expect(planInstall({ ...plain, env: { [variable]: '' } }, name, server).path).toBe(usual.path)
})

test('error: does not change an unreadable or read-only file, and reports why', () => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  writeFileSync(join(home, '.cursor'), 'a file where the folder should be')
  expect(() => planInstall(world, 'cursor', server)).toThrow(
    expect.objectContaining({ message: 'The configuration cannot be read.' }),
  )
  const { path } = planInstall(world, 'claude-code', server)
  writeFileSync(path, '{}')
  mkdirSync(`${path}.before-fiq`)
  const change = planInstall(world, 'claude-code', server)
  expect(() => carryOut(world, change, true)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      message: 'The configuration cannot be written.',
      facts: [`File: ${change.path}`, expect.stringContaining('EISDIR')],
    }),
  )
  expect(readFileSync(path, 'utf8')).toBe('{}')
})

test('behavior: keeps the byte order mark of a configuration', () => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  const path = join(home, '.claude.json')
  writeFileSync(path, '\ufeff{}\n')
  carryOut(world, planInstall(world, 'claude-code', server), true)
  expect(readFileSync(path, 'utf8')).toMatch(/^\ufeff\{/)
  carryOut(world, planUninstall(world, 'claude-code'), false)
  expect(readFileSync(path, 'utf8')).toBe('\ufeff{}\n')
})

test('behavior: uses a unique temporary name, so that a leftover file does not block it', () => {
  const home = mkdtempSync(join(tmpdir(), 'fiq-install-'))
  const world = { home, platform: 'linux', env: {}, stateDir: join(home, 'state') }
  const change = planInstall(world, 'claude-code', server)
  mkdirSync(`${change.path}.fiq-new`)
  carryOut(world, change, true)
  expect(readFileSync(change.path, 'utf8')).toContain('/opt/fiq.cjs')
  const left = [...readdirSync(home), ...readdirSync(join(home, 'state/mcp-installs'))]
  expect(left.toSorted()).toEqual(
    ['.claude.json', '.claude.json.fiq-new', '.lock', 'claude-code.json', 'state'].toSorted(),
  )
})

test.each([
  '{"mcpServers": {}, "mcpServers": {"b": {}}}',
  '{"mcpServers": {"fiq": {"command": "a"}, "fiq": {"command": "b"}}}',
])('error: refuses %s, of which a program reads the last one', (text) => {
  const client = knownClients.find(({ name }) => name === 'cursor')!
  expect(() => withServer(client, text, { command: 'fiq', args: [] })).toThrow(
    /two members "mcpServers", or two servers "fiq"/,
  )
})

test.each(['{', '[]', '"x"', '{"a":}', 'null'])('error: never replaces %s', (text) => {
  expect(() => withServer(knownClients[0]!, text, server)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})

test('error: refuses an unknown client, and a file that changed meanwhile', () => {
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
