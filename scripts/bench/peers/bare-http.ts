import { createServer } from 'node:http'

/** The floor: `node:http` that reads the body and answers 402 with a header of the same size. */
const header = 'A'.repeat(Number(process.argv[2] ?? 1_400))
const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(402, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'payment-required': header,
    })
    response.end('{}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`,
  )
})
