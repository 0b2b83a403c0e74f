import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import type { Buyer } from './buyer.ts'
import { resultTickers } from './largest-queries.ts'

/**
 * Calls over MCP that make, send and page a large answer, by name. Call them in this order. Each
 * resolves to the bytes of its response.
 */
export function callsOverMcp(
  url: string,
  buyer: Buyer,
  query: string,
): Readonly<Record<string, () => Promise<number>>> {
  const call = (meta: object) =>
    rpc(url, 'tools/call', { name: 'graphql', arguments: { query }, _meta: meta })
  const paid = async () => {
    const { structuredContent } = (await call({})).result as { structuredContent: object }
    if (!('accepts' in structuredContent)) throw new Error(JSON.stringify(structuredContent))
    const payment = await buyer.paymentFor(encodeHeader(structuredContent))
    return { 'x402/payment': decodeHeader(payment) }
  }
  let uri = ''
  const page = async (query: string) =>
    (await rpc(url, 'resources/read', { uri: `${uri}?${query}` })).bytes
  return {
    [`MCP, a summary of ${resultTickers} price histories`]: async () => {
      const { bytes, result } = await call(await paid())
      uri = (result as { structuredContent: { answer: { uri: string } } }).structuredContent.answer
        .uri
      return bytes
    },
    'MCP, the whole of it': async () => (await call({ ...(await paid()), 'fiq/budget': 0 })).bytes,
    'MCP, a page of its text': () => page('from=2000000'),
    'MCP, a page of a table': () => page('table=priceHistory.0.bars&from=1000'),
    'HTTP, a page of a table as CSV': async () => {
      const table = `table=priceHistory.${resultTickers - 1}.bars&format=csv&from=1000`
      const response = await fetch(`${url}/answers/${uri.split('/').at(-1)}?${table}`)
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
      return (await response.arrayBuffer()).byteLength
    },
  }
}

async function rpc(url: string, method: string, params: object) {
  const accept = 'application/json'
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { accept, 'content-type': accept, 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  const { result } = JSON.parse(text) as { result?: unknown }
  if (result === undefined) throw new Error(text.slice(0, 200))
  return { bytes: Buffer.byteLength(text), result }
}
