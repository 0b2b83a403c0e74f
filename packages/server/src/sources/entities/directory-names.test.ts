import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { ConnectorContext } from '../connector.ts'
import { directoryNames } from './directory-names.ts'

function contextOf(mode: 'live' | 'mirror', error: Error) {
  const cached = () => Promise.reject(error)
  return { cached, upstreams: { mode } } as unknown as ConnectorContext
}
const unavailable = new FiqError('UPSTREAM_UNAVAILABLE', 'www.sec.gov did not answer.')

test('error: reports a directory that does not respond, and no row has a name', async () => {
  const { nameOf, unanswered } = await directoryNames(contextOf('live', unavailable))
  expect(unanswered).toMatchObject([{ error: unavailable }])
  expect(nameOf('AAPL')).toBe(null)
})

test.each([
  ['a server without the contact', 'live', new FiqError('NOT_CONFIGURED', 'No SEC_USER_AGENT.')],
  ['a mirror of prices alone', 'mirror', unavailable],
] as const)('behavior: %s has no directory, and nothing failed', async (_, mode, error) => {
  expect((await directoryNames(contextOf(mode, error))).unanswered).toEqual([])
})

test('error: throws an unexpected error', async () => {
  await expect(directoryNames(contextOf('live', new TypeError('ours')))).rejects.toThrow('ours')
})
