import { createConnection } from 'node:net'
import { join } from 'node:path'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../payment/journal/open-database.ts'
import { scratchFolder, testAddress, testKey } from '../../payment/testing/test-payer.ts'
import { signerOf } from '../keys/open-wallet.ts'
import { reservedPurchase } from '../testing/reserved-purchase.ts'
import { agentLimits, termsText } from './protocol.ts'
import { type AgentPorts, createAgentServer, createReplies } from './serve-agent.ts'

const ports: AgentPorts = {
  address: testAddress,
  until: () => 2_000,
  pid: 7,
  sign: async () => testKey,
  purchase: () => undefined,
  now: () => 1_000,
  lock() {},
}

describe('createReplies', () => {
  test('default: the status contains address, end and process', async () => {
    const reply = createReplies(ports)
    expect(await reply('{"do":"status"}')).toEqual({ address: testAddress, until: 2_000, pid: 7 })
  })

  test('error: answers nothing after its end', async () => {
    const reply = createReplies({ ...ports, now: () => 2_000 })
    for (const request of ['status', 'lock'])
      expect(await reply(JSON.stringify({ do: request }))).toEqual({
        refused: 'the unlock time has ended',
      })
  })

  test('behavior: no reply to any request contains the key', async () => {
    const { signTypedData } = await signerOf(testKey)
    const reply = createReplies({ ...ports, sign: signTypedData })
    const words = fc.constantFrom('sign', 'status', 'lock', 'key', 'export', 'private')
    const request = fc.record(
      { do: words, id: fc.constant(`0x${'ab'.repeat(32)}`), terms: fc.string(), key: fc.string() },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          request.map((value) => JSON.stringify(value)),
        ),
        async (line) => {
          expect(JSON.stringify(await reply(line))).not.toContain(testKey.slice(2))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('error: a purchase that changed in the journal after its signature gets no second one', async () => {
    using scene = reservedPurchase()
    const { signTypedData } = await signerOf(testKey)
    let row: Row = scene.row()
    let signatures = 0
    const reply = createReplies({
      ...ports,
      until: () => scene.at.now + 60_000,
      now: () => scene.at.now,
      purchase: () => row,
      sign(typedData) {
        signatures += 1
        return signTypedData(typedData)
      },
    })
    const ask = (authorization: typeof scene.authorization) => {
      const terms = termsText(typedDataOf(authorization))
      return reply(JSON.stringify({ do: 'sign', id: scene.asked.id, terms }))
    }
    const first = await ask(scene.authorization)
    expect(first).toEqual({ signature: expect.stringMatching(/^0x/) })
    expect(await ask(scene.authorization)).toEqual(first)
    const dearer = { ...scene.authorization, value: 15_001n }
    const stored = { ...JSON.parse(String(row['authorization'])), value: '15001' }
    row = { ...row, amount: 15_001n, authorization: JSON.stringify(stored) }
    expect(await ask(dearer)).toEqual({ refused: 'the purchase has been signed with other terms' })
    expect(signatures).toBe(1)
  })
})

describe('createAgentServer', () => {
  test.each([
    ['a line without an end', 'x'.repeat(agentLimits.lineBytesMax + 1)],
    ['a line that is too long', `${'x'.repeat(agentLimits.lineBytesMax + 1)}\n`],
    ['too many requests', '{"do":"status"}\n'.repeat(agentLimits.requestsMax + 1)],
  ])('error: %s closes the connection', async (_, sent) => {
    await using agent = await listening()
    expect(await talk(agent.path, sent)).toBe('')
    expect(await talk(agent.path, '{"do":"status"}\n', 1)).toContain('"until":2000')
  })

  test('error: refuses an unreadable message, and keeps serving', async () => {
    await using agent = await listening()
    expect(await talk(agent.path, 'noise\n{"do":"status"}\n', 2)).toMatch(
      /^\{"refused".*\}\n\{"address"/,
    )
  })

  test('behavior: answers the longest line and the last request of a connection', async () => {
    await using agent = await listening()
    const { lineBytesMax, requestsMax } = agentLimits
    expect(await talk(agent.path, `${'x'.repeat(lineBytesMax)}\n`, 1)).toContain('refused')
    const all = await talk(agent.path, '{"do":"status"}\n'.repeat(requestsMax), requestsMax)
    expect(all.match(/"until"/g)).toHaveLength(requestsMax)
  })

  test('behavior: answers a request that arrives in pieces', async () => {
    await using agent = await listening()
    const socket = await connected(agent.path)
    socket.write('{"do":')
    await new Promise((resolve) => setImmediate(resolve))
    const received = new Promise((resolve) => socket.once('data', resolve))
    socket.write('"status"}\n')
    expect(String(await received)).toContain('"until":2000')
    socket.destroy()
  })

  test('behavior: confirms a lock before it ends', async () => {
    const order: string[] = []
    await using agent = await listening(undefined, { ...ports, lock: () => order.push('ended') })
    order.push(await talk(agent.path, '{"do":"lock"}\n', 1))
    await expect.poll(() => order.length).toBe(2)
    expect(order.toSorted()).toEqual(['ended', '{"locked":true}\n'])
  })

  test('error: closes a silent connection', async () => {
    await using agent = await listening(20)
    expect(await talk(agent.path, '')).toBe('')
  })

  test('error: closes a connection above the limit', async () => {
    await using agent = await listening()
    const held = await Promise.all(
      Array.from({ length: agentLimits.connectionsMax }, () => connected(agent.path)),
    )
    expect(await talk(agent.path, '{"do":"status"}\n')).toBe('')
    for (const socket of held) socket.destroy()
  })
})

async function listening(idleMs?: number, given = ports) {
  const folder = scratchFolder()
  const path = join(folder.path, 'a.sock')
  const server = createAgentServer(given, idleMs)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    path,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
      folder[Symbol.dispose]()
    },
  }
}

async function connected(path: string) {
  const socket = createConnection(path)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** The response, until it has this many lines or the connection is closed. */
function talk(path: string, sent: string, lines = Number.POSITIVE_INFINITY): Promise<string> {
  const socket = createConnection(path)
  let text = ''
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.split('\n').length > lines) socket.destroy()
    })
    socket.write(sent)
  })
}
