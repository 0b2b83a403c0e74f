import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { promptSecret } from './prompt-secret.ts'

describe('promptSecret', () => {
  test.each([
    ['a line', ['geheim\r'], 'geheim'],
    ['key by key', ['g', 'e', '\n'], 'ge'],
    ['backspace', ['gex\u007fh\r'], 'geh'],
    ['backspace of a whole character', ['a😀\u007fb\r'], 'ab'],
    ['start again with Ctrl-U', ['wrong\u0015right\r'], 'right'],
    ['an empty line', ['\r'], ''],
    ['control characters are no part of it', ['a\u0001b\r'], 'ab'],
  ])('default: %s', async (_, keys, expected) => {
    const { input, raw, written, reply } = scene()
    const asked = promptSecret('Passphrase: ', { input, write: (text) => void written.push(text) })
    for (const text of keys) reply(text)
    expect(await asked).toBe(expected)
    expect(raw).toEqual([true, false])
    expect(written).toEqual(['Passphrase: ', '\n'])
  })

  test.each([
    ['Ctrl-C', 'abc\u0003'],
    ['Ctrl-D on an empty line', '\u0004'],
  ])('error: %s cancels and restores the terminal', async (_, keys) => {
    const { input, raw, reply } = scene()
    const asked = promptSecret('', { input, write() {} })
    reply(keys)
    await expect(asked).rejects.toMatchObject({
      code: 'CANCELLED',
      message: 'Interrupted before an answer to the prompt.',
    })
    expect(raw).toEqual([true, false])
    expect(input.listenerCount('data')).toBe(0)
  })

  test('error: the end of input cancels', async () => {
    const { input } = scene()
    const asked = promptSecret('', { input, write() {} })
    input.emit('end')
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

function scene() {
  const raw: boolean[] = []
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (on: boolean) => void raw.push(on),
    setEncoding() {},
    resume() {},
    pause() {},
  })
  return { input, raw, written: [] as string[], reply: (text: string) => input.emit('data', text) }
}
