import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

/** Size of a payment header, with a margin. Proxies often allow less by default. */
const headerBytes = 8_192
const timeoutMs = 10_000

/** A query with the largest possible quote: the maximum number of rows, with long paths. */
const dearQuery = `{ ${Array.from(
  { length: 45 },
  (_, n) => `quote_for_the_doctor_of_this_service_number_${n}: quotes(tickers: ["AAPL"]) { price }`,
).join(' ')} }`

/**
 * Sends a header of 8 KiB to the server through any proxy, and requests the largest quote. In a
 * proxy with smaller buffers payments fail and everything else works.
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
        `A request with a header of ${headerBytes} bytes gets ${up ? `status ${up.status}` : 'no answer'}.`,
        'Raise the header buffers of the proxy; with nginx large_client_header_buffers 4 16k.',
      )
    const quote = await request(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: dearQuery }),
    })
    const header = quote?.headers.get('payment-required') ?? ''
    if (quote?.status === 402 && decodeHeader(header) !== undefined)
      return ok(
        `${url} passes request headers of ${headerBytes} bytes and a quote of ${header.length} bytes`,
      )
    if (quote?.headers.has('x-fiq-data'))
      return warning(
        `The server sent no quote. It answered with status ${quote.status}.`,
        'Open /readyz, and check the sources.',
      )
    return failed(
      `A quote does not arrive through ${url}: ${quote?.status ?? 'no answer'}.`,
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
