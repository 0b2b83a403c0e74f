import { expect, test } from 'vitest'
import { notify } from './notify.ts'

test('default: starts one program with the text as a separate argument, without markup', () => {
  const calls: unknown[] = []
  notify('fiq', '--x <b>"$(id)"</b> & more', ((...words: unknown[]) => calls.push(words)) as never)
  expect(calls).toEqual([
    [
      'notify-send',
      ['--app-name=fiq', '--', 'fiq', '--x &lt;b>"$(id)"&lt;/b> &amp; more'],
      expect.any(Function),
    ],
  ])
})

test('behavior: does nothing without the program', async () => {
  const run = ((_: string, __: string[], done: (error: Error) => void) =>
    done(new Error())) as never
  expect(() => notify('a', 'b', run)).not.toThrow()
})
