import { describe, expect, test } from 'vitest'
import { withoutTomlServer, withTomlServer } from './toml-tables.ts'

const path = ['mcp_servers', 'fiq'] as const
const server = { command: 'C:\\node.exe', args: ['a "b"', 'c'] }
const table = '[mcp_servers.fiq]\ncommand = "C:\\\\node.exe"\nargs = ["a \\"b\\"", "c"]\n'

describe('withTomlServer', () => {
  test('default: appends the table at the end, and escapes strings', () => {
    expect(withTomlServer('', path, server)).toBe(table)
    expect(withTomlServer('a = 1', path, server)).toBe(`a = 1\n\n${table}`)
    expect(withTomlServer('a = 1\n', path, server)).toBe(`a = 1\n\n${table}`)
  })

  test('behavior: a second run does not add it again', () => {
    const text = 'a = 1\n\n[mcp_servers.other]\ncommand = "y"\n'
    const once = withTomlServer(text, path, server)
    expect(withTomlServer(once, path, server)).toBe(once)
  })

  test('behavior: keeps Windows line endings', () => {
    expect(withTomlServer('a = 1\r\n', path, server)).toBe(
      `a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`,
    )
  })

  test.each([
    'mcp_servers = { a = {} }',
    '[mcp_servers]\nfiq = { command = "x" }',
    '[mcp_servers]\n"fiq".command = "x"',
    'mcp_servers.fiq.command = "x"',
  ])('error: refuses %j, which would then have it twice', (text) => {
    expect(() => withTomlServer(text, path, server)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
  })

  test.each(['[mcp_servers]\nother = {}\n', '[profile]\nfiq = 1\n', 'fiq = 1\n'])(
    'behavior: %j is another name',
    (text) => {
      expect(withTomlServer(text, path, server)).toBe(`${text}\n${table}`)
    },
  )
})

describe('withoutTomlServer', () => {
  test('default: keeps the text around the table, and the comments of the next table', () => {
    const above = '# mine\nmodel = "x"\n'
    const below = '\n# of the other\n[mcp_servers.other]\ncommand = "y"\n'
    expect(withoutTomlServer(`${above}\n${table}${below}`, path)).toBe(above + below)
  })

  test('default: removes its subtables too, for any spelling of its name', () => {
    const text = `[mcp_servers."fiq"] # ours\ncommand = "x"\nargs = [\n  "a",\n]\n\n[mcp_servers.fiq.env]\nA = "1"\n[mcp_servers.fiqa]\nb = 1\n`
    expect(withoutTomlServer(text, path)).toBe('[mcp_servers.fiqa]\nb = 1\n')
  })

  test.each([
    'x = """\n[mcp_servers.fiq]\nmcp_servers = 1 \\"""\n"""\n[y]\nz = 1\n',
    "x = '''\n[mcp_servers.fiq]\n'''\n",
    'x = [ # [\n  ["mcp_servers", "]"],\n  ["fiq"]\n]\n[y]\nz = 1\n',
  ])('behavior: a line within the string or the list of %j is no table', (text) => {
    expect(withoutTomlServer(text, path)).toBe(text)
    expect(withoutTomlServer(withTomlServer(text, path, server), path)).toBe(text)
  })

  test('behavior: removes a list of several lines whole', () => {
    const own = "[mcp_servers.fiq]\nargs = [\n  ['a']\n]\n"
    expect(withoutTomlServer(`${own}[z]\n`, path)).toBe('[z]\n')
  })

  test('behavior: does not change a text without it', () => {
    const text = 'a = 1\r\n\r\n[[b]]\r\nc = ["d"]'
    expect(withoutTomlServer(text, path)).toBe(text)
  })
})
