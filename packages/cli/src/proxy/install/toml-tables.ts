import { FiqError } from '@fiq/shared/errors'

type Server = {
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** Names on the path to the server's table, e.g. `mcp_servers`, `fiq`. */
type Path = readonly [servers: string, name: string]

/**
 * Replaces the table of a server, or appends it.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the servers, or this one, are written inline: the
 * table would then exist twice.
 */
export function withTomlServer(text: string, path: Path, { command, args, env }: Server): string {
  const others = withoutTomlServer(text, path)
  refuseInline(others, path)
  const end = others.includes('\r\n') ? '\r\n' : '\n'
  const gap = others === '' ? '' : others.endsWith('\n') ? end : end + end
  const words = args.map((word) => JSON.stringify(word)).join(', ')
  // Basic strings of TOML have the escapes of JSON.
  const lines = [
    `[${path.join('.')}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${words}]`,
    ...(env ? [`env = { ${variables(env)} }`] : []),
    '',
  ]
  return others + gap + lines.join(end)
}

function variables(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ')
}

/**
 * The text without the table of a server, its subtables such as `env`, and the empty line before
 * it. Comments above the next table belong to that table.
 */
export function withoutTomlServer(text: string, path: Path): string {
  const remaining: string[] = []
  let ownTable: string[] | undefined
  for (const { line, isWithin } of linesIn(text)) {
    const table = isWithin ? undefined : tableOf(line)
    if (table && isBelow(table, path)) {
      if (!ownTable && remaining.at(-1)?.trim() === '') remaining.pop()
      ownTable = []
    } else if (table && ownTable) {
      remaining.push(...aboveNext(ownTable), line)
      ownTable = undefined
    } else (ownTable ?? remaining).push(line)
  }
  return remaining.join('')
}

/** The comments and empty lines at the end of a table, which belong to the next one. */
function aboveNext(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !/^\s*(#.*)?$/.test(line.trimEnd()))
  return lines.slice(last + 1)
}

const tokens = /#.*|"""|'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[[\]]/g

/** The lines of a text, with their ends, and whether each begins within a value of several lines. */
function linesIn(text: string): readonly { line: string; isWithin: boolean }[] {
  let quotes: string | undefined
  let depth = 0
  return text.split(/(?<=\n)/).map((line) => {
    const isWithin = quotes !== undefined || depth > 0
    let rest = line
    while (rest !== '') {
      if (quotes !== undefined) {
        const end = endOf(rest, quotes)
        if (end === undefined) break
        rest = rest.slice(end)
        quotes = undefined
      }
      tokens.lastIndex = 0
      const token = tokens.exec(rest)
      if (!token) break
      const [found] = token
      rest = rest.slice(token.index + found.length)
      if (found === '"""' || found === "'''") quotes = found
      else if (found === '[') depth += 1
      else if (found === ']') depth = Math.max(0, depth - 1)
    }
    return { line, isWithin }
  })
}

/** The end of a string of several lines. Basic strings have escapes. */
function endOf(text: string, quotes: string): number | undefined {
  const end = (quotes === '"""' ? /(?:\\.|[^\\])*?"""/s : /.*?'''/s).exec(text)
  return end ? end[0].length : undefined
}

const key = String.raw`(?:[\w-]+|"[^"]*"|'[^']*')`
const header = new RegExp(String.raw`^\s*\[\[?\s*(${key}(?:\s*\.\s*${key})*)\s*\]\]?\s*(?:#.*)?$`)

/** The names in the header of a table; `undefined` if the line is no header. */
function tableOf(line: string): readonly string[] | undefined {
  const names = header.exec(line.trimEnd())?.[1]
  return names === undefined ? undefined : namesIn(names)
}

function namesIn(keys: string): readonly string[] {
  return [...keys.matchAll(new RegExp(key, 'g'))].map(([name]) => name.replace(/^["']|["']$/g, ''))
}

function isBelow(table: readonly string[], path: Path): boolean {
  return path.every((name, at) => table[at] === name)
}

const assignment = new RegExp(String.raw`^\s*(${key}(?:\s*\.\s*${key})*)\s*=`)

function refuseInline(text: string, path: Path): void {
  let table: readonly string[] = []
  for (const { line, isWithin } of linesIn(text)) {
    if (isWithin) continue
    table = tableOf(line) ?? table
    const keys = assignment.exec(line)?.[1]
    const names = keys ? [...table, ...namesIn(keys)] : []
    const isServers = names.length === 1 && names[0] === path[0]
    if (!isServers && !isBelow(names, path)) continue
    throw new FiqError('CONFIGURATION_INVALID', `"${names.join('.')}" is written inline.`, {
      remedy: `Write it as a table, [${path[0]}.name]; nothing was changed.`,
    })
  }
}
