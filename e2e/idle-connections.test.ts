import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPayer, present } from './faults/payer.ts'
import { type ServerProcess, startProcess } from './faults/server-process.ts'

/** As many as a usual limit of open files permits; a long run uses 10,000. */
const connections = Number(process.env['FIQ_TEST_IDLE'] ?? 900)
const atOnce = 200

let folder: string
let server: ServerProcess
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-idle-'))
  server = await startProcess({ folder })
})
afterEach(async () => {
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

test('behavior: answers a payment beside idle connections, and closes all at its end', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await fetch(`${server.url}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address, amount: '1' }),
  })
  const sockets: Socket[] = []
  const port = Number(new URL(server.url).port)
  while (sockets.length < connections) {
    const next = Array.from({ length: atOnce }, () => connect(port, '127.0.0.1'))
    await Promise.all(next.map((socket) => once(socket, 'connect')))
    sockets.push(...next)
  }
  // Half of the connections have sent a request, and are kept alive.
  const kept = sockets.filter((_, place) => place % 2 === 0)
  await Promise.all(
    kept.map((socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      return once(socket, 'data')
    }),
  )
  const answer = await present(server.url, await createPayer(server.url, account).sign())
  expect(answer?.status).toBe(200)
  const closed = sockets.map((socket) => once(socket.resume(), 'close'))
  await server.kill('SIGTERM')
  await Promise.all(closed)
}, 60_000)
