import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { personalFolderOf, personalServerIn } from './personal-server.ts'

const state = mkdtempSync(join(tmpdir(), 'fiq-personal-'))
afterAll(() => rmSync(state, { recursive: true }))
const server = {
  url: 'http://127.0.0.1:4022',
  key: `fiq_${'k'.repeat(43)}`,
  pid: 4321,
  version: '0.1.0',
}

test("default: reads the file that the user's own server wrote", () => {
  expect(personalServerIn(state)).toBeUndefined()
  mkdirSync(personalFolderOf(state))
  const file = join(personalFolderOf(state), 'server.json')
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 })
  expect(personalServerIn(state, () => true)).toEqual(server)
})

test.each([
  ['behavior: reads the file of a server that has ended', 'ESRCH', server],
  ['error: ignores a server whose process id belongs to another user', 'EPERM', undefined],
])('%s', (_, code, found) => {
  const refuse = () => {
    throw Object.assign(new Error('refused'), { code })
  }
  expect(personalServerIn(state, refuse)).toEqual(found)
})

test('error: ignores a file that other users can read or write', () => {
  chmodSync(join(personalFolderOf(state), 'server.json'), 0o644)
  expect(personalServerIn(state)).toBeUndefined()
})
