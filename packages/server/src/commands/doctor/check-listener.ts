import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

/** Size of a payment header, with a margin. Proxies often allow less by default. */
const headerBytes = 8_192
const timeoutMs = 10_000

/** As large a quote as there is: rows with long paths, as many as travel. */
const dearQuery = `{ ${Array.from(
  { length: 45 },
  (_, n) => `quote_for_the_doctor_of_this_service_number_${n}: quotes(tickers: ["AAPL"]) { price }`,
).join(' ')} }`

/**
 * Sends a header of 8 KiB to the server through any proxy before it, and has the largest quote
 * returned: payments fail in a proxy with smaller buffers, and nothing else does.
 */
export function checkHeaders(url: string, isNamed: boolean): Check {
  return async () => {
    const there = await request(`${url}/healthz`, { headers: { 'x-fiq-doctor': 'a' } })
    if (there === undefined)
      return isNamed
        ? failed(`Nothing answers at ${url}.`, 'Start the server, or correct --public-url.')
        : skipped(`no server is running at ${url}`)
    const up = await request(`${url}/healthz`, {
      headers: { 'x-fiq-doctor': 'a'.repeat(headerBytes) },
    })
    if (up?.status !== 200)
      return failed(
        `A request with a header of ${headerBytes} bytes is answered ${up?.status ?? 'not at all'}.`,
        'Raise the header buffers of the proxy; with nginx large_client_header_buffers 4 16k.',
      )
    const quote = await request(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: dearQuery }),
    })
    const header = quote?.headers.get('payment-required') ?? ''
    if (quote?.status === 402 && decodeHeader(header) !== undefined)
      return ok(`${headerBytes} bytes up, a quote of ${header.length} bytes down, through ${url}`)
    if (quote?.headers.has('x-fiq-data'))
      return warning(
        `The server has no quote to send: it answers ${quote.status}.`,
        'Ask for /readyz, and see what the sources say.',
      )
    return failed(
      `A quote does not come through ${url}: ${quote?.status ?? 'no answer'}.`,
      'Raise the header buffers of the proxy; with nginx proxy_buffer_size 16k.',
    )
  }
}

async function request(url: string, init: RequestInit): Promise<Response | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    await response.arrayBuffer()
    return response
  } catch {
    return undefined
  }
}
