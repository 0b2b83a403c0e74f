import { createServer } from 'node:http'
import { defined } from '@fiq/shared/defined'

/**
 * A `node:http` server that reads the body and responds with the same number of bytes: 402 and a
 * header, or a body.
 */
const header = 'A'.repeat(Number(process.argv[2] ?? 1_400))
const body = 'A'.repeat(Number(process.argv[3] ?? 0))
const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(body ? 200 : 402, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...defined({ 'payment-required': body ? undefined : header }),
    })
    response.end(body || '{}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`,
  )
})
