import { lstatSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import type { Duplex } from 'node:stream'
import { FiqError } from '@fiq/shared/errors'
import { endAfterAnswers, followResponses } from '@fiq/shared/latest-response'
import { lockFile } from '../../config/lock-file.ts'
import { listenOnOwnSocket } from '../../config/own-socket.ts'

/** Limits of a caller's connections. */
export const limits = {
  headerBytesMax: 16_384,
  connectionsMax: 512,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Interval of checking connections against the two times above. */
  checkingMs: 5_000,
  keepAliveTimeoutMs: 65_000,
  /** After this time, waiting callers are disconnected. Their payments are in the journal. */
  drainMs: 5_000,
  requestsPerSocketMax: 100_000,
}

/** Answers one request. An error that it throws affects that request only. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export type Listening = {
  port: number
  /** Accepts no more connections and ends idle ones. Resolves when the last request is answered. */
  close(): Promise<void>
}

/**
 * Listens on a port. If another process already listens there, it fails and sends nothing to that
 * process.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the port or address is not available.
 */
export async function listenOnPort(
  listener: Listener,
  { host, port }: { host: string; port: number },
  bounds = limits,
): Promise<Listening> {
  const server = serverOf(listener, bounds)
  const refused = (cause: Error) => unavailable(`${host}:${port}`, cause, otherPort)
  await started(server, () => server.listen({ host, port, exclusive: true }), refused)
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) }
}

/**
 * Listens on a Unix socket that only this user may open (0600). Replaces a socket without a
 * listener, which a killed process left. Leaves any other file. A lock beside the socket decides
 * between two processes that start at the same moment.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the path is in use or cannot be written.
 */
export async function listenOnSocket(listener: Listener, path: string): Promise<Listening> {
  const release = lockSocket(path)
  try {
    await refuseUsed(path)
    const server = serverOf(listener, limits)
    const mask = process.umask(0o177)
    const isOwn = await listenOnOwnSocket(server, path)
      .catch((cause: Error) => {
        throw unavailable(path, cause, otherPath)
      })
      .finally(() => process.umask(mask))
    return {
      port: 0,
      close() {
        if (isOwn()) rmSync(path)
        return closed(server)
      },
    }
  } finally {
    release()
  }
}

function lockSocket(path: string): () => void {
  try {
    return lockFile(`${path}.lock`)
  } catch (error) {
    const { facts = [], cause = error } = error as Partial<FiqError>
    throw unavailable(path, new Error(facts.join('; ') || String(error), { cause }), otherPath)
  }
}

function serverOf(listener: Listener, bounds: typeof limits): Server {
  const server = createServer(
    {
      maxHeaderSize: bounds.headerBytesMax,
      headersTimeout: bounds.headersTimeoutMs,
      requestTimeout: bounds.requestTimeoutMs,
      keepAliveTimeout: bounds.keepAliveTimeoutMs,
      connectionsCheckingInterval: bounds.checkingMs,
      insecureHTTPParser: false,
      requireHostHeader: false,
    },
    contained(listener),
  )
  server.maxConnections = bounds.connectionsMax
  server.maxRequestsPerSocket = bounds.requestsPerSocketMax
  // Node removes its own listeners from a socket with an upgrade request. An unhandled error event
  // ends the process, so every connection gets a listener immediately.
  server.on('connection', (socket) => socket.on('error', ignore))
  followResponses(server)
  server.on('clientError', refuseInvalid)
  // A WebSocket gets the same refusal as any other request.
  server.on('upgrade', (_, socket) => refuse(socket, '403 Forbidden'))
  server.on('connect', (_, socket) => refuse(socket, '405 Method Not Allowed'))
  // After the start: a connection cannot be accepted, for example without file descriptors.
  server.on('error', ignore)
  return server
}

/**
 * Limits every failure of a request to that request: its connection ends, the process continues.
 */
function contained(listener: Listener): Listener {
  return async (request, response) => {
    request.on('error', ignore)
    response.on('error', ignore)
    try {
      await listener(request, response)
    } catch {
      response.destroy()
    }
  }
}

/** Answers bytes that are not a valid request, unless an earlier request waits for its answer. */
function refuseInvalid({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  if (endAfterAnswers(socket)) return
  refuse(socket, invalid[code ?? ''] ?? '400 Bad Request')
}

const invalid: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Closes both directions: a peer that keeps its own open would hold the socket without a timeout.
 */
function refuse(socket: Duplex, status: string): void {
  socket.on('error', ignore)
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`, () => socket.destroy())
}

/** Ignores the error of a connection whose peer has left. */
function ignore(): void {}

function started(
  server: Server,
  listen: () => void,
  refused: (cause: Error) => FiqError,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(refused(cause)))
    server.once('listening', resolve)
    listen()
  })
}

function closed(server: Server): Promise<void> {
  // A kept-alive connection is not idle while its last response is written.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const end = setTimeout(() => server.closeAllConnections(), limits.drainMs)
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(end)
      resolve()
    })
  })
}

async function refuseUsed(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && (!found.isSocket() || (await isAnswered(path))))
    throw unavailable(path, new Error('A file, or a socket in use, is already there.'), otherPath)
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

const otherPort = 'Choose another port with --port, or another address with --host'
const otherPath = 'Choose another path with --socket'

function unavailable(name: string, cause: NodeJS.ErrnoException, other: string): FiqError {
  const inUse = cause.code === 'EADDRINUSE'
  return new FiqError('CONFIGURATION_INVALID', `The proxy cannot listen on ${name}.`, {
    facts: [inUse ? 'Another program listens there; no request was sent to it.' : cause.message],
    remedy: inUse ? `${other}. Or stop that program.` : `${other}.`,
    cause,
  })
}
