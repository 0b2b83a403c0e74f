import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { listenOnOwnSocket } from './own-socket.ts'

test.skipIf(process.platform === 'win32')(
  'default: takes the name; a later server replaces the socket, and the earlier one notices',
  async () => {
    using folder = scratchFolder()
    const path = join(folder.path, 'a.sock')
    const servers = [createServer(), createServer()] as const
    const isOwn = await listenOnOwnSocket(servers[0], path)
    expect([isOwn(), readdirSync(folder.path)]).toEqual([true, ['a.sock']])
    const isOwnToo = await listenOnOwnSocket(servers[1], path)
    expect([isOwn(), isOwnToo()]).toEqual([false, true])
    for (const server of servers) await new Promise((resolve) => server.close(resolve))
    expect(isOwnToo()).toBe(true)
  },
)

test('error: a folder that does not exist', async () => {
  using folder = scratchFolder()
  const server = createServer()
  await expect(listenOnOwnSocket(server, join(folder.path, 'b', 'a.sock'))).rejects.toThrow()
})
