import { buffer } from 'node:stream/consumers'
import { sandboxTransport } from '../sandbox/sandbox.ts'
import type { UpstreamRequest } from '../transport.ts'
import type { Behaviour } from './local-upstream.ts'

/**
 * Every upstream at once, in its own format, over HTTP: what the sandbox invents, with the sessions
 * that some hosts open first, and the lists as long as they are published.
 */
export function sandboxUpstream(now: () => Date): Behaviour {
  const sandbox = sandboxTransport({ now })
  return (request, response) => {
    const url = new URL(`https://${request.headers.host}${request.url}`)
    const answer = async () => {
      const body = (await buffer(request)).toString()
      const method = request.method === 'POST' ? ('POST' as const) : ('GET' as const)
      const asked: UpstreamRequest = { url, method, expects: 'binary', ...(body && { body }) }
      const found = await sandbox.fetch(asked).catch(() => undefined)
      if (found) response.writeHead(200, { etag: '"1"' }).end(asLongAsPublished(url, found.body))
      else response.writeHead(404).end()
    }
    if (url.host === 'fc.yahoo.com') response.writeHead(404, { 'set-cookie': 'A3=1; Secure' }).end()
    else if (url.pathname === '/v1/test/getcrumb') response.end('crumb')
    else if (url.pathname === '/api/v1/access_token')
      response.end(JSON.stringify({ access_token: 'a-token-of-the-test', expires_in: 3_600 }))
    else void answer()
  }
}

/** The sandbox knows some hundred filers and names; lists of thousands are held to their length. */
function asLongAsPublished({ pathname }: URL, body: Uint8Array): Uint8Array {
  const numbers = Array.from({ length: 10_000 }, (_, at) => 900_000 + at)
  const cellsOf = tableRows[pathname]
  if (cellsOf) {
    const list = JSON.parse(Buffer.from(body).toString()) as { data: unknown[] }
    list.data.push(...numbers.map(cellsOf))
    return Buffer.from(JSON.stringify(list))
  }
  const rowOf = listRows[pathname.slice(pathname.lastIndexOf('/') + 1)]
  if (!rowOf) return body
  return Buffer.from(
    `${Buffer.from(body).toString().trimEnd()}\n${numbers.map(rowOf).join('\n')}\n`,
  )
}

const tableRows: Readonly<Record<string, (id: number) => readonly unknown[]>> = {
  '/files/company_tickers_exchange.json': (cik) => [cik, `Filer ${cik} Corp`, `ZZ${cik}`, 'OTC'],
  '/files/company_tickers_mf.json': (id) => [id, `S${id}`, `C${id}`, `${letters(id)}X`],
}

const listRows: Readonly<Record<string, (id: number) => string>> = {
  'SDN.CSV': (id) => `${id},"NOBODY ${id}","individual","TEST"${',-0- '.repeat(8)}`,
  'ALT.CSV': (id) => `${id},${id},"aka","NEMO ${id}",-0- `,
  'nasdaqtraded.txt': (id) => `Y|Z${letters(id)}|Fund ${id} ETF|P| |Y|100|N||||N`,
  'ADD.CSV': (id) => `${id},${id},-0- ,-0- ,-0- ,-0- `,
}

/** A number as four letters. */
const letters = (id: number): string =>
  [17_576, 676, 26, 1]
    .map((unit) => String.fromCharCode(65 + (Math.floor(id / unit) % 26)))
    .join('')
