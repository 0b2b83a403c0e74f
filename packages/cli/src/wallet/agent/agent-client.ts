import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { jsonOf } from '@fiq/shared/json'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import type { KnownWallet } from '../keys/known-wallets.ts'
import type { PayingSigner } from './paying-signer.ts'
import {
  type AgentReply,
  type AgentRequest,
  replySchema,
  socketName,
  termsText,
} from './protocol.ts'

/** An agent on this machine replies within milliseconds. */
const replyMs = 3_000

/** The reply of an agent that hangs, or has no room for another connection. */
const silent = { refused: 'it does not answer' }

/** Error codes of a socket whose agent has ended. */
const notListening: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT'])

/** Maximum characters of a reply. */
const replyCharactersMax = 4_096

/** The agent of a wallet as a signer; `undefined` if the wallet is locked. */
export async function agentSigner(
  { address }: KnownWallet,
  folder: string,
): Promise<PayingSigner | undefined> {
  if ((await unlockedUntil(address, folder)) === undefined) return undefined
  return {
    address,
    async signPurchase({ id, authorization }) {
      const terms = termsText(typedDataOf(authorization))
      const reply = await callAgent(folder, address, { do: 'sign', id, terms })
      if (reply && 'signature' in reply) return reply.signature
      throw notSigned(reply && 'refused' in reply ? reply.refused : silent.refused)
    },
  }
}

/** When the agent of an address ends, Unix milliseconds. */
export async function unlockedUntil(address: Hex, folder: string): Promise<number | undefined> {
  return (await agentStatus(address, folder))?.until
}

/** The agent of an address: its end, and its process. */
export async function agentStatus(
  address: Hex,
  folder: string,
): Promise<{ until: number; pid: number } | undefined> {
  const reply = await callAgent(folder, address, { do: 'status' })
  return reply && 'until' in reply && sameAddress(reply.address, address) ? reply : undefined
}

/**
 * Ends the agent of an address. One that does not answer, such as a suspended one, ends once its
 * socket is gone.
 *
 * @returns Whether there was an agent to lock.
 */
export async function lockAgent(address: Hex, folder: string): Promise<boolean> {
  const reply = await callAgent(folder, address, { do: 'lock' })
  if (reply && 'refused' in reply) rmSync(join(folder, socketName(address)), { force: true })
  return reply !== undefined
}

/**
 * Sends one request on a separate connection. Never connects in a folder that others can write to,
 * where any program could listen.
 *
 * @returns `undefined` without an agent.
 */
async function callAgent(
  folder: string,
  address: Hex,
  request: AgentRequest,
): Promise<AgentReply | undefined> {
  const path = join(folder, socketName(address))
  if (!isOurs(folder, path)) return undefined
  const { createConnection } = process.getBuiltinModule('node:net')
  const { promise, resolve } = Promise.withResolvers<AgentReply | undefined>()
  const socket = createConnection(path)
  let text = ''
  socket.setEncoding('utf8')
  socket.setTimeout(replyMs, () => resolve(silent))
  socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
    resolve(notListening.has(code) ? undefined : silent),
  )
  socket.on('close', () => resolve(silent))
  socket.on('data', (chunk: string) => {
    text += chunk
    if (text.includes('\n')) resolve(readReply(text))
    else if (text.length > replyCharactersMax) resolve(silent)
  })
  const reply = await promise
  socket.destroy()
  return reply
}

function isOurs(folder: string, path: string): boolean {
  const at = lstatSync(folder, { throwIfNoEntry: false })
  if (!at || (at.mode & 0o170777) !== 0o040700 || at.uid !== process.getuid?.()) return false
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true
}

function readReply(line: string): AgentReply {
  const reply = z.safeParse(replySchema, jsonOf(line))
  return reply.success ? reply.data : silent
}

function notSigned(reason: string): FiqError {
  return new FiqError('WALLET_LOCKED', 'The wallet agent did not sign.', {
    facts: [`Reason: ${reason}`],
    remedy:
      'Run the command again. Or run fiq wallet lock, and enter the passphrase with the command.',
  })
}
