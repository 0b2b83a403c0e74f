import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { PersonalPorts } from '../personal/personal-ports.ts'
import { offerServer } from './offer-server.ts'
import { sceneOf } from './testing/scene.ts'

const unreachable = new FiqError('SERVER_UNREACHABLE', 'No answer.', { facts: ['Reason: refused'] })
const byDefault = [{ name: 'url', value: 'http://127.0.0.1:4020', from: 'default' }]

function scene(reply: string | string[], settings = {}, canPrompt = true) {
  const replies = [reply].flat()
  const output: string[] = []
  let starts = 0
  const settingsHeld: Record<string, string> = {}
  const personal = {
    program: { command: 'node', words: [], shown: '/opt/fiq-server.js' },
    prompt: async (prompt: string) => {
      output.push(prompt)
      if (prompt.startsWith('Start') && replies.length > 0) return replies.shift()!
      return prompt.startsWith('Start') ? '' : 'Ann Example ann@example.org'
    },
    readSettings: () => settingsHeld,
    changeSettings: (changes: Record<string, string>) => Object.assign(settingsHeld, changes),
    write: (text: string) => output.push(text),
    areas: async () => [
      { area: 'quotes', isReady: true, on: [], add: [] },
      { area: 'filings', isReady: false, on: [], add: ['SEC_USER_AGENT'] },
    ],
    alerts: { start: () => true, list: () => [{ condition: 'AAPL < 200' }] },
    start: async () => {
      starts += 1
      return { url: 'http://127.0.0.1:4022' }
    },
  } as unknown as PersonalPorts
  const { context, err } = sceneOf({
    personal,
    canPrompt,
    settings: { origins: byDefault, ...settings },
  })
  const offer = (error: unknown = unreachable, command = 'fiq quote') =>
    offerServer(context, error, command)
  return { offer, output: () => output.join(''), starts: () => starts, settingsHeld, err }
}

describe('without a named or running server', () => {
  test.each(['', 'y', 'Yes'])('default: on a terminal, "%s" starts one', async (reply) => {
    const { offer, output, starts, settingsHeld, err } = scene(reply)
    expect(await offer()).toBe(true)
    expect(starts()).toBe(1)
    expect(output()).toContain('/opt/fiq-server.js')
    expect(output()).toContain('do not publish')
    expect(output()).toContain("Alpaca's free key")
    expect(output()).toContain('Start it? [Y] yes  [n] no  [t] terms: ')
    expect(output()).toContain('none answers at ')
    expect(err()).toMatch(/^started {2}in 0\.0 s; 1 of 2 areas available/m)
    expect(err()).toContain('Alerts in the background: 1.')
    expect(settingsHeld).toEqual({ SEC_USER_AGENT: 'Ann Example ann@example.org' })
  })

  test('behavior: shows the terms on request, and asks again', async () => {
    const { offer, output, starts } = scene(['t', 'n'])
    await expect(offer()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    expect(output()).toMatch(/Neither we\s+nor you have permission/)
    expect(output().match(/Start it\?/g)).toHaveLength(2)
    expect(starts()).toBe(0)
  })

  test('error: starts nothing after a refusal or without a terminal', async () => {
    for (const { offer, starts } of [scene('n'), scene('', {}, false)]) {
      await expect(offer()).rejects.toMatchObject({
        code: 'SERVER_UNREACHABLE',
        kind: 'network',
        remedy: expect.stringMatching(/^Run fiq up: /),
      })
      expect(starts()).toBe(0)
    }
  })

  test('behavior: makes no offer for a named server, a paid server, or another error', async () => {
    const named = [{ name: 'url', value: 'https://a.example', from: 'FIQ_URL' }]
    expect(await scene('y', { origins: named }).offer()).toBe(false)
    for (const command of [
      'fiq topup',
      'fiq login google',
      'fiq wallet balance',
      'fiq credits claim',
    ])
      expect(await scene('y').offer(unreachable, command)).toBe(false)
    expect(await scene('y').offer(new FiqError('SERVER_ERROR', 'No.'))).toBe(false)
  })

  test("behavior: offers one if the user's own server left its file, and its port is closed", async () => {
    const origins = [{ name: 'url', value: 'http://127.0.0.1:4022', from: 'fiq up' }]
    const own = { origins, isPersonal: true }
    const failed = (code: string) =>
      new FiqError('SERVER_UNREACHABLE', 'No answer.', { cause: { code } })
    expect(await scene('y', own).offer(failed('ECONNREFUSED'))).toBe(true)
    await expect(scene('', own, false).offer(failed('ECONNREFUSED'))).rejects.toMatchObject({
      remedy: expect.stringMatching(/^Run fiq up: /),
    })
    expect(await scene('y', own).offer(failed('ETIMEDOUT'))).toBe(false)
    const named = [{ ...origins[0]!, from: '--url' }]
    expect(await scene('y', { ...own, origins: named }).offer(failed('ECONNREFUSED'))).toBe(false)
  })
})
