import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { endAfterAnswers, followResponses, latestResponse } from './latest-response.ts'

const withResponse = (state: { complete: boolean; [key: string]: unknown }) => {
  const server = new EventEmitter()
  followResponses(server)
  const socket = new PassThrough()
  const { complete, ...rest } = state
  const answer = { socket, headersSent: false, writableFinished: false, ...rest }
  const response = Object.assign(new EventEmitter(), answer, { req: { complete } })
  server.emit('request', { socket }, response)
  return { socket, response }
}

test('default: a connection without a request waits for nothing', () => {
  expect(endAfterAnswers(new PassThrough())).toBe(false)
})

test.each([
  [{ complete: true }, true],
  [{ complete: true, writableFinished: true }, false],
  [{ complete: false }, false],
  [{ complete: false, headersSent: true }, true],
  [{ complete: false, socket: null }, true],
])('default: with %j waits: %s, and ends after the answer', (state, isWaiting) => {
  const { socket, response } = withResponse(state)
  expect(latestResponse(socket)).toBe(response)
  expect(endAfterAnswers(socket)).toBe(isWaiting)
  expect(socket.writableEnded).toBe(false)
  response.emit('close')
  expect(socket.writableEnded).toBe(isWaiting)
})
