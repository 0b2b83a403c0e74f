import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  forgetPersonalFile,
  personalKey,
  storePersonalFile,
  withPersonalSettings,
} from './personal-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'personal-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('default: creates the key once, only for the user', () => {
  const random = (bytes: number) => new Uint8Array(bytes).fill(7)
  const { text, file } = personalKey(join(folder, 'new'), random)
  expect(text).toMatch(/^fiq_[\w-]{43}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(personalKey(join(folder, 'new'), () => new Uint8Array(32)).text).toBe(text)
})

test('behavior: a server deletes its own address, and no other one', () => {
  const server = { url: 'http://127.0.0.1:1', key: `fiq_${'k'.repeat(43)}`, pid: 77, version: '1' }
  storePersonalFile(folder, server)
  forgetPersonalFile(folder, { ...server, pid: 78 })
  expect(existsSync(join(folder, 'server.json'))).toBe(true)
  forgetPersonalFile(folder, server)
  expect(existsSync(join(folder, 'server.json'))).toBe(false)
})

describe('its settings file', () => {
  test('default: the environment has priority', () => {
    writeFileSync(
      join(folder, 'settings.env'),
      'SEC_USER_AGENT="A B a@b.example"\nFRED_API_KEY=f\n',
    )
    expect(withPersonalSettings(folder, { FRED_API_KEY: 'given' })).toEqual({
      SEC_USER_AGENT: 'A B a@b.example',
      FRED_API_KEY: 'given',
    })
    expect(withPersonalSettings(join(folder, 'none'), { A: '1' })).toEqual({ A: '1' })
  })
})
