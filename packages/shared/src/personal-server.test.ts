import path from 'node:path'
import { expect, test } from 'vitest'
import { readPersonalServer, stateFolderOf } from './personal-server.ts'

const server = {
  url: 'http://127.0.0.1:4022',
  key: `fiq_${'a'.repeat(43)}`,
  pid: 4321,
  version: '0.1.0',
}

test('default: reads the file that the server writes', () => {
  expect(readPersonalServer(JSON.stringify(server))).toEqual(server)
})

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['another machine', JSON.stringify({ ...server, url: 'http://192.0.2.1:4022' })],
  ['a path', JSON.stringify({ ...server, url: `${server.url}/x` })],
  ['a key with another form', JSON.stringify({ ...server, key: 'fiq_\r\nx: y' })],
  ['a process group', JSON.stringify({ ...server, pid: -1 })],
  ['control characters', JSON.stringify({ ...server, version: '\u001b[2J' })],
])('error: refuses %s', (_, text) => {
  expect(readPersonalServer(text)).toBeUndefined()
})

test("behavior: uses one folder for all, or the user's folder", () => {
  expect(stateFolderOf({}, '/home/a', path)).toBe('/home/a/.local/state/fiq')
  expect(stateFolderOf({ XDG_STATE_HOME: '/s' }, '/home/a', path)).toBe('/s/fiq')
  expect(stateFolderOf({ XDG_STATE_HOME: 's' }, '/home/a', path)).toBe('/home/a/.local/state/fiq')
  expect(stateFolderOf({ FIQ_HOME: 'own' }, '/home/a', path)).toBe('/home/a/own')
})
