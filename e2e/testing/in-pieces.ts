import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A proxy in front of a server that sends each page in pieces with pauses, like a slow network. A
 * browser that may paint early paints several times meanwhile.
 */
export async function inPieces(
  origin: string,
  { pieces, pauseMs }: { pieces: number; pauseMs: number },
): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const proxy = createServer(async ({ url = '/', headers }, reply) => {
    const accept = headers.accept ?? '*/*'
    const answer = await fetch(`${origin}${url}`, { headers: { accept } })
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    reply.writeHead(answer.status, {
      'content-type': type,
      'cache-control': answer.headers.get('cache-control') ?? '',
    })
    const count = type.startsWith('text/html') ? pieces : 1
    const size = Math.ceil(body.length / count)
    for (let at = 0; at < body.length; at += size) {
      if (at > 0) await wait(pauseMs)
      reply.write(body.subarray(at, at + size))
    }
    reply.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
