import { existsSync } from 'node:fs'
import type { Clients } from '../clients/clients.ts'
import { defaultClientCaps } from '../clients/clients.ts'
import { headerPath, saveHeader } from '../clients/header-file.ts'
import { newToken } from '../clients/token.ts'
import type { ProxyWorld } from './proxy-world.ts'

/** Name of the client whose token `--open` stores in a file. */
const localName = 'local'

/**
 * Settings to copy for curl, scripts and desktop agents. They do not contain the token, which is in
 * a file that only the user can read.
 */
export function openSettings(url: string, world: ProxyWorld, clients: Clients): string {
  const { stateDir, randomBytes } = world.payer
  const file = headerPath(stateDir, localName)
  if (!clients.find(localName))
    clients.add({ ...defaultClientCaps, name: localName, tools: undefined })
  if (!existsSync(file)) {
    const token = newToken(randomBytes)
    clients.replaceToken(localName, token)
    saveHeader(stateDir, localName, token)
  }
  const [command = 'fiq', ...words] = world.program
  const stdio = { mcpServers: { fiq: { command, args: [...words, 'mcp', '--client', '<name>'] } } }
  return [
    '',
    '# curl',
    `curl -H @${quoted(file)} -H 'content-type: application/json' ${url}/tools/quotes -d '{"tickers":["AAPL"]}'`,
    '',
    '# a script',
    `export FINANCE_URL=${url}   # POST /api/graphql, /tools/<name>; GET /llms.txt`,
    `# header: the one line in ${file}`,
    '',
    '# MCP over Streamable HTTP',
    `url      ${url}/mcp`,
    `header   the one line in ${file}`,
    '',
    '# MCP over stdio, without a token; fiq mcp install <client> writes it',
    JSON.stringify(stdio),
    '',
    '',
  ].join('\n')
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
