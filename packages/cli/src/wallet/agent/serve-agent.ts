import { createServer, type Server, type Socket } from 'node:net'
import { jsonOf } from '@fiq/shared/json'
import type { typedDataOf } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import type { Row } from '../../payment/journal/open-database.ts'
import { checkPurchase } from './check-purchase.ts'
import { type AgentReply, agentLimits, requestSchema, termsText } from './protocol.ts'

export type AgentPorts = {
  address: Hex
  /** The end of the unlock time, Unix milliseconds. It becomes earlier if the clock is set back. */
  until(): number
  sign(typedData: ReturnType<typeof typedDataOf>): Promise<Hex>
  /** Reads a row of the journal. */
  purchase(id: string): Row | undefined
  now(): number
  pid: number
  /** Ends the agent. */
  lock(): void
}

/**
 * Serves a socket that only this user can open. Signs purchases that the journal contains as
 * reserved, one signature for each; no reply contains a key. A malformed, too long or excess
 * request closes the connection.
 */
export function createAgentServer(ports: AgentPorts, idleMs: number = agentLimits.idleMs): Server {
  const reply = createReplies(ports)
  const server = createServer((socket) => serveOne(socket, reply, ports.lock, idleMs))
  server.maxConnections = agentLimits.connectionsMax
  return server
}

/** The agent's replies, without the socket. */
export function createReplies({ address, until, pid, sign, purchase, now }: AgentPorts) {
  const signed = new Map<Hex, Signed>()
  return async (line: string): Promise<AgentReply> => {
    const request = z.safeParse(requestSchema, jsonOf(line))
    if (!request.success) return { refused: 'the request cannot be read' }
    if (now() >= until()) return { refused: 'the unlock time has ended' }
    if (request.data.do === 'status') return { address, until: until(), pid }
    if (request.data.do === 'lock') return { locked: true }
    const checked = checkPurchase(purchase(request.data.id), request.data, { address, now: now() })
    if ('refused' in checked) return checked
    const { nonce, validBefore } = checked.typedData.message
    const terms = termsText(checked.typedData)
    const before = signed.get(nonce)
    if (before && before.terms !== terms)
      return { refused: 'the purchase has been signed with other terms' }
    forgetEnded(signed, now())
    const signature = before?.signature ?? sign(checked.typedData)
    signed.set(nonce, { validBefore, terms, signature })
    return { signature: await signature }
  }
}

/**
 * The signature for a nonce. If a process ends before it records the signature, the next one takes
 * over its reservation and gets the same signature: the same bytes settle once.
 */
type Signed = { validBefore: bigint; terms: string; signature: Promise<Hex> }

/** Removes expired signatures, which `checkPurchase` refuses by their end. */
function forgetEnded(signed: Map<Hex, Signed>, now: number): void {
  const seconds = BigInt(Math.floor(now / 1_000))
  for (const [nonce, { validBefore }] of signed) if (validBefore <= seconds) signed.delete(nonce)
}

function serveOne(
  socket: Socket,
  reply: ReturnType<typeof createReplies>,
  lock: AgentPorts['lock'],
  idleMs: number,
): void {
  let waiting = ''
  let requests = 0
  let answered = Promise.resolve()
  const answer = async (line: string) => {
    const answer = await reply(line).catch(
      (): AgentReply => ({ refused: 'the journal cannot be read' }),
    )
    if (!socket.writable) return
    socket.write(`${JSON.stringify(answer)}\n`, () => {
      if ('locked' in answer) lock()
    })
  }
  socket.setEncoding('utf8')
  socket.setTimeout(idleMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    waiting += text
    const lines = waiting.split('\n')
    waiting = lines.pop() ?? ''
    requests += lines.length
    const isTooLong = [waiting, ...lines].some((line) => line.length > agentLimits.lineBytesMax)
    if (isTooLong || requests > agentLimits.requestsMax) return void socket.destroy()
    for (const line of lines) answered = answered.then(() => answer(line))
  })
}
