import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { globalOptions } from '../../command-line/global-options.ts'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { declarationsOf } from '../declarations.ts'
import { bashCompletion } from './bash.ts'
import { completionWords } from './completion-words.ts'
import { run } from './run.ts'

const declarations = await declarationsOf()

const nodes = completionWords(declarations, globalOptions)
const given = (shell: string) => ({ arguments: { shell: [shell] }, options: {} })

describe('completionWords', () => {
  test('default: lists every command and every option', () => {
    expect(nodes[0]?.words.map(({ word }) => word)).toEqual(declarations.map(({ name }) => name))
    const history = nodes.find(({ path }) => path === 'history')
    expect(history?.options.find(({ word }) => word === '--chart')?.values).toEqual([
      'line',
      'candles',
      'none',
    ])
    expect(nodes.map(({ path }) => path)).toContain('tool quotes')
  })
})

describe('fiq completion', () => {
  test('default: --words prints words of this machine, one a line', async () => {
    const { context, out } = sceneOf({ profiles: ['work'] })
    const options = { words: 'profiles', typed: 'w' }
    await run(context, { ...given('bash'), options }, declarationsOf)
    expect(out()).toBe('work\n')
  })

  test.each(['bash', 'zsh', 'fish'])(
    'default: prints a script for %s, also in a pipe',
    async (shell) => {
      const { context, out } = sceneOf({ format: 'json' })
      await run(context, given(shell), declarationsOf)
      expect(out()).toMatch(
        new RegExp(`^#.*\\n?# ?${shell} completion of fiq|^# ${shell} completion of fiq`),
      )
      for (const { name } of declarations) expect(out()).toContain(name)
    },
  )

  test.each([
    [
      ['fiq', 'qu'],
      ['query', 'quote'],
    ],
    [['fiq', 'history', '--cha'], ['--chart']],
    [
      ['fiq', 'history', 'AAPL', '--chart', ''],
      ['line', 'candles', 'none'],
    ],
    [['fiq', 'tool', 'macro'], ['macroSeries']],
    [['fiq', 'help', 'exit'], ['exit-codes']],
    [
      ['fiq', 'budget', ''],
      ['show', 'set', 'reset-clock'],
    ],
    // Offers no files of the folder.
    [['fiq', 'payments', 'e'], ['export']],
  ])('behavior: bash completes %j to %j', (words, completed) => {
    const script = `${bashCompletion(nodes)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
cd /; _fiq; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n').sort()).toEqual([...completed].sort())
  })
})
