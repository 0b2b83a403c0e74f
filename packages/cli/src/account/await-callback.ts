import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The browser's result: a code, or an error. Untrusted text. */
export type Callback = { code: string } | { error: string; description: string }

export type Listening = {
  port: number
  /** Resolves at the first callback with the right state. */
  callback: Promise<Callback>
  close(): void
}

const headerBytesMax = 16_384
const connectionsMax = 16
const codePattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Listens on a free port of 127.0.0.1 for the browser that returns from a sign-in. Refuses and
 * ignores a request without the right `state`: another program on this computer, or a site that
 * guesses the port, can neither end the wait nor inject a code.
 */
export async function listenForCallback(state: string): Promise<Listening> {
  const { promise, resolve } = Promise.withResolvers<Callback>()
  const server = createServer({ maxHeaderSize: headerBytesMax }, (request, response) => {
    const { port } = server.address() as AddressInfo
    const callback = readCallback(request, { state, port })
    const closing = callback !== undefined
    answer(response, pageOf(callback), () => closing && resolve(callback))
  })
  server.maxConnections = connectionsMax
  await new Promise<void>((listening, fail) => {
    server.once('error', fail)
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, listening)
  })
  return {
    port: (server.address() as AddressInfo).port,
    callback: promise,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function readCallback(
  { method, url = '', headers }: IncomingMessage,
  { state, port }: { state: string; port: number },
): Callback | undefined {
  // The host that the browser was sent to. A site that points its own name here sends another one.
  const origin = `http://127.0.0.1:${port}`
  if (method !== 'GET' || headers.host !== `127.0.0.1:${port}` || !URL.canParse(url, origin))
    return undefined
  const { pathname, searchParams } = new URL(url, origin)
  if (pathname !== '/callback' || !isSame(searchParams.get('state') ?? '', state)) return undefined
  const code = searchParams.get('code') ?? ''
  if (codePattern.test(code)) return { code }
  const [error = '', description = ''] = ['error', 'error_description'].map(
    (name) => searchParams.get(name)?.slice(0, 500) ?? '',
  )
  return { error, description }
}

function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

type Page = { status: number; title: string; text: string }

/** The page for the browser, in our own words. The terminal gives the details. */
function pageOf(callback: Callback | undefined): Page {
  if (!callback) return { status: 404, title: 'fiq', text: 'This page does not exist.' }
  return 'code' in callback
    ? {
        status: 200,
        title: 'Signed in',
        text: 'Continue in the terminal. You can close this page.',
      }
    : { status: 200, title: 'Not signed in', text: 'The terminal shows the reason.' }
}

function answer(response: ServerResponse, { status, title, text }: Page, done: () => void): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`,
    done,
  )
}
