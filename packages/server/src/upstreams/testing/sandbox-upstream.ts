import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { defined } from '@fiq/shared/defined'
import { sandboxHosts } from '../../connectors/connectors.ts'
import { sandboxTransport } from '../sandbox/sandbox.ts'
import type { Transport, UpstreamRequest } from '../transport.ts'
import type { Behaviour } from './local-upstream.ts'

/** An HTTP response of an upstream. */
export type HttpAnswer = {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/**
 * All upstreams in their own formats over HTTP: the sandbox's inventions, with the sessions that
 * some hosts open first, and with lists of their published length.
 */
export function sandboxUpstream(now: () => Date): Behaviour {
  const answerTo = sandboxAnswers(now)
  return async (request, response) => {
    const { status, headers, body } = await answerTo(await requestOf(request))
    response.writeHead(status, headers).end(body)
  }
}

/** Reads an HTTP request to any host. */
export async function requestOf(request: IncomingMessage): Promise<UpstreamRequest> {
  const url = new URL(`https://${request.headers.host}${request.url}`)
  const body = (await buffer(request)).toString()
  const method = request.method === 'POST' ? 'POST' : 'GET'
  return { url, method, expects: 'binary', ...defined({ body }) }
}

/** The responses of {@link sandboxUpstream} before they are sent. */
export function sandboxAnswers(now: () => Date): (request: UpstreamRequest) => Promise<HttpAnswer> {
  const sandbox = sandboxTransport({ now, hosts: sandboxHosts })
  return remembered(now, async (request) => {
    const session = sessions[`${request.url.host}${request.url.pathname}`]
    if (session) return session
    const found = await sandbox.fetch(request).catch(() => undefined)
    if (!found) return { status: 404 }
    const body = asLongAsPublished(request.url, found.body)
    return { status: 200, headers: { etag: '"1"' }, body }
  })
}

/** The sandbox without these sessions and lengths. Remembers its answers too. */
export function rememberedSandbox(now: () => Date): Transport {
  const sandbox = sandboxTransport({ now, hosts: sandboxHosts })
  return { mode: 'sandbox', fetch: remembered(now, (request) => sandbox.fetch(request)) }
}

/**
 * Remembers the answers of each instant: tests whose clock stands still query the same histories
 * many times, and inventing one takes up to a second.
 */
function remembered<T>(now: () => Date, answer: (request: UpstreamRequest) => Promise<T>) {
  const known = new Map<string, Promise<T>>()
  return (request: UpstreamRequest): Promise<T> => {
    const key = `${now().getTime()} ${request.url} ${request.body ?? ''}`
    const found = known.get(key) ?? answer(request)
    known.set(key, found)
    return found
  }
}

/** Addresses that open a session. They return no data, but data needs the session. */
export const sessions: Readonly<Record<string, HttpAnswer>> = {
  'fc.yahoo.com/': { status: 404, headers: { 'set-cookie': 'A3=1; Secure' } },
  'query1.finance.yahoo.com/v1/test/getcrumb': { status: 200, body: 'crumb' },
  'www.reddit.com/api/v1/access_token': {
    status: 200,
    body: JSON.stringify({ access_token: 'a-token-of-the-test', expires_in: 3_600 }),
  },
}

/** A list that is refused if it is shorter than it was ever published. */
type PublishedList = { rows: number; rowOf(id: number): string }

const party = (id: number) => `${id},"NOBODY ${id}","individual","TEST"${',-0- '.repeat(8)}`
const publishedLists: Readonly<Record<string, PublishedList>> = {
  'company_tickers_exchange.json': {
    rows: 5_000,
    rowOf: (cik) => `[${cik},"Filer ${cik} Corp","ZZ${cik}","OTC"]`,
  },
  'company_tickers_mf.json': {
    rows: 10_000,
    rowOf: (id) => `[${id},"S${id}","C${id}","${letters(id)}X"]`,
  },
  'nasdaqtraded.txt': {
    rows: 1_000,
    rowOf: (id) => `Y|Z${letters(id)}|Fund ${id} ETF|P| |Y|100|N||||N`,
  },
  'SDN.CSV': { rows: 5_000, rowOf: party },
  'ALT.CSV': { rows: 5_000, rowOf: (id) => `${id},${id},"aka","NEMO ${id}",-0- ` },
  'ADD.CSV': { rows: 5_000, rowOf: (id) => `${id},${id},-0- ,-0- ,-0- ,-0- ` },
  'CONS_PRIM.CSV': { rows: 200, rowOf: party },
  'consolidated.xml': {
    rows: 500,
    rowOf: (id) =>
      `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>NOBODY ${id}</FIRST_NAME></INDIVIDUAL>`,
  },
  'UK-Sanctions-List.csv': {
    rows: 1_500,
    rowOf: (id) => `${id},NOBODY ${id},,,,,,Primary Name,,,TEST,Individual,,,,,`,
  },
  content: {
    rows: 1_500,
    rowOf: (id) => `18/11/2026;${id};;;P;person;TEST;;;;NOBODY ${id};`,
  },
  'consolidated.csv': {
    rows: 2_000,
    rowOf: (id) => `${id},TEST,,Individual,TEST,NOBODY ${id},,,,,`,
  },
}

/** The list at an address, if its length is known. */
export function publishedListAt({ pathname }: URL): PublishedList | undefined {
  return publishedLists[pathname.slice(pathname.lastIndexOf('/') + 1)]
}

/**
 * Extends lists to their published length of thousands: the sandbox has some hundred filers and
 * names.
 */
function asLongAsPublished(url: URL, body: Uint8Array): string | Uint8Array {
  const list = publishedListAt(url)
  if (!list) return body
  const rows = Array.from({ length: list.rows }, (_, at) => list.rowOf(900_000 + at))
  const text = Buffer.from(body).toString().trimEnd()
  const end = ['</INDIVIDUALS>', ']}'].find((each) => text.includes(each))
  if (end === undefined) return `${text}\n${rows.join('\n')}\n`
  const [head, tail] = text.split(end)
  return `${head}${end === ']}' ? `,${rows.join(',')}` : rows.join('')}${end}${tail}`
}

/** A number as four letters. */
const letters = (id: number): string =>
  [17_576, 676, 26, 1]
    .map((unit) => String.fromCharCode(65 + (Math.floor(id / unit) % 26)))
    .join('')
