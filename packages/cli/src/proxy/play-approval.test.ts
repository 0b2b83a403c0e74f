import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createProxy } from '../compose/proxy.ts'
import { storeWallet } from '../wallet/store-wallet.ts'
import { ApprovalWaits } from './approvals/request-approval.ts'
import { proxyScene } from './testing/proxy-scene.ts'

const key = `0x${'2'.padStart(64, '0')}` as const

test('behavior: a stored approval shows play money and the caller’s own name', async () => {
  const scene = await proxyScene({
    noWallet: true,
    limits: { autoApprove: 0n },
    clock: { now: Date.now, sleep: (ms) => new Promise((done) => setTimeout(done, ms / 50)) },
  })
  await storeWallet(key, { name: 'play', place: 'play' }, scene.world.payer)
  const streams = { input: new PassThrough(), output: new PassThrough() }
  const served = createProxy({ ...scene.world, stdio: () => streams }).serveStdio('ann', {
    approvalMs: 60_000,
    reuse: false,
  })
  const answers = linesOf(streams.output)
  const send = (id: number, method: string, params: object) =>
    streams.input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  const clientInfo = { name: 'evil"\n\u001b[31mbank', version: '1' }
  send(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  await answers.next()
  send(2, 'tools/call', { name: 'quotes', arguments: { tickers: ['AAPL'] } })
  const id = /approval (\w+)/.exec(await scene.untilPrinted('waits for the user'))![1]!
  const [waiting] = await scene.proxy.approvals.waiting()
  expect(waiting).toMatchObject({ id, client: 'ann', quote: { play: true } })
  expect(new ApprovalWaits(waiting!).facts).toEqual(['Price: 0.015 play USDC'])
  expect(waiting!.quote.asked).toContain('quotes(tickers: ["AAPL"])')
  const named = waiting!.quote.asked!.filter((line) => line.includes('calls itself'))
  expect(named).toEqual([expect.stringMatching(/^from a program that calls itself "evil [^"]+"$/)])
  expect(JSON.stringify(waiting!.quote)).not.toContain('\\u001b')
  await scene.proxy.approvals.decide(id, 'approved')
  const bought = JSON.parse(String((await answers.next()).value)).result.structuredContent
  expect(bought.cost).toMatchObject({ paid: '0.015', play: true })
  send(3, 'tools/call', { name: 'spending', arguments: {} })
  expect(JSON.parse(String((await answers.next()).value)).result.structuredContent).toMatchObject({
    play: true,
    day: { spent: '0.015' },
  })
  streams.input.end()
  await served
  await scene.close()
})

async function* linesOf(output: PassThrough): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
