import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  changeServerSettings,
  readServerSettings,
  settingsFileOf,
  settingsInText,
} from './settings-file.ts'
import { setupEntries } from './setup-keys.ts'

const state = mkdtempSync(join(tmpdir(), 'fiq-setup-'))
afterAll(() => rmSync(state, { recursive: true }))

test('default: reads back written settings, which only this user can read', () => {
  expect(readServerSettings(state)).toEqual({})
  const contact = `Ann O'Brien-Ünal "x" #1 $HOME ann@example.org`
  changeServerSettings(state, { SEC_USER_AGENT: contact, FRED_API_KEY: 'abc' })
  expect(readServerSettings(state)).toEqual({ SEC_USER_AGENT: contact, FRED_API_KEY: 'abc' })
  expect(statSync(settingsFileOf(state)).mode & 0o777).toBe(0o600)
  changeServerSettings(state, { FRED_API_KEY: '', FINNHUB_API_KEY: 'd' })
  expect(readServerSettings(state)).toEqual({ SEC_USER_AGENT: contact, FINNHUB_API_KEY: 'd' })
})

test.each(['two\nlines', `'and\``, 'x'.repeat(513), '\u001b[2J', 'ключ', '\u200b'])(
  'error: a value that cannot be stored changes nothing, and is not printed (%#)',
  (value) => {
    const before = readServerSettings(state)
    expect(() => changeServerSettings(state, { FRED_API_KEY: value })).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        message: 'The value of FRED_API_KEY cannot be stored.',
      }),
    )
    expect(readServerSettings(state)).toEqual(before)
  },
)

test('error: refuses a contact without an e-mail address, but removes one', () => {
  for (const contact of ['Ann Example', 'ann@', 'ann@example'])
    expect(() => changeServerSettings(state, { SEC_USER_AGENT: contact })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', message: 'The contact has no e-mail address.' }),
    )
  changeServerSettings(state, { SEC_USER_AGENT: '' })
  expect(readServerSettings(state)).not.toHaveProperty('SEC_USER_AGENT')
})

test('behavior: adds the settings of a piped file to the existing ones', () => {
  expect(settingsInText('# mine\nFRED_API_KEY=abc\nSEC_USER_AGENT="A B a@b.example"\n')).toEqual({
    FRED_API_KEY: 'abc',
    SEC_USER_AGENT: 'A B a@b.example',
  })
  expect(() => settingsInText('PATH=/tmp')).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
})

test('error: reports an unreadable file', () => {
  const other = mkdtempSync(join(tmpdir(), 'fiq-setup-'))
  writeFileSync(join(other, 'personal'), '')
  expect(() => readServerSettings(other)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
  rmSync(other, { recursive: true })
})

test('behavior: lists the contact first, then the most useful keys', () => {
  expect(setupEntries.map(({ name }) => name)).toEqual(
    'SEC contact,Alpaca,Finnhub,Twelve Data,FRED,Tiingo,Alpha Vantage,CoinGecko,openFEC,CourtListener,Reddit,FDA,OpenAlex'.split(
      ',',
    ),
  )
})
