import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { globalOptions } from '../../command-line/global-options.ts'
import { declarationsOf } from '../declarations.ts'
import { completionWords } from './completion-words.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const declarations = await declarationsOf()

// Checks what Tab offers in the real shells, if they are installed.

const isThere = (shell: string) => spawnSync('which', [shell]).status === 0
const nodes = completionWords(declarations, globalOptions)
const cases: [line: string, offered: string[]][] = [
  ['fiq scr', ['screen']],
  ['fiq wallet e', ['export']],
  ['fiq history --cha', ['--chart']],
  ['fiq tool macro', ['macroSeries']],
  ['fiq history AAPL --chart ', ['candles', 'line']],
]
/** Lines after which a shell offers files, and after which it does not. */
const withFiles = ['fiq query pric', 'fiq history AAPL --xlsx pric']
const withoutFiles = ['fiq quote pric', 'fiq history pric']
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-shells-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isThere('fish'))('fish', () => {
  test.each(cases)('behavior: completes %j', (line, offered) => {
    const file = join(folder, 'fiq.fish')
    writeFileSync(file, fishCompletion(nodes))
    const { stdout, stderr } = spawnSync(
      'fish',
      ['--no-config', '-c', `source ${file}; complete -C ${JSON.stringify(line)}`],
      { encoding: 'utf8', cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } },
    )
    expect(stderr).toBe('')
    const words = stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[0])
    expect(words.sort()).toEqual(expect.arrayContaining(offered))
  })

  test.each([...withFiles, ...withoutFiles])(
    'behavior: offers files only where %j takes one',
    (line) => {
      const file = join(folder, 'fiq.fish')
      writeFileSync(file, fishCompletion(nodes))
      writeFileSync(join(folder, 'prices.csv'), '')
      const { stdout } = spawnSync(
        'fish',
        ['--no-config', '-c', `source ${file}; complete -C ${JSON.stringify(line)}`],
        { encoding: 'utf8', cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } },
      )
      expect(stdout.includes('prices.csv')).toBe(withFiles.includes(line))
    },
  )
})

describe.skipIf(!isThere('zsh'))('zsh', () => {
  // Runs the completion functions as zsh does, and prints what they offer.
  const offeredAfter = (line: string) => {
    const file = join(folder, '_fiq')
    writeFileSync(file, zshCompletion(nodes))
    const words = line.split(' ')
    const { stdout, stderr } = spawnSync(
      'zsh',
      [
        '-f',
        '-c',
        `compdef() { }
        compadd() { while [[ $1 == -* && $1 != -- ]]; do shift; done; [[ $1 == -- ]] && shift; print -l -- "$@" }
        _describe() { [[ $1 == -* ]] && shift; shift; print -l -- "\${(@P)1%%:*}" }
        _files() { print FILES }
        source ${file}
        PREFIX=${JSON.stringify(words.at(-1))}
        words=(${words.map((word) => JSON.stringify(word)).join(' ')}); CURRENT=${words.length}
        _fiq`,
      ],
      { encoding: 'utf8', cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } },
    )
    expect(stderr).toBe('')
    return stdout.split('\n')
  }

  test.each(cases)('behavior: completes %j', (line, offered) => {
    expect(offeredAfter(line)).toEqual(expect.arrayContaining(offered))
  })

  test.each([...withFiles, ...withoutFiles])(
    'behavior: offers files only where %j takes one',
    (line) => {
      expect(offeredAfter(line).includes('FILES')).toBe(withFiles.includes(line))
    },
  )
})
