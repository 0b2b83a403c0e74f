import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { globalOptions } from '../../command-line/global-options.ts'
import { declarationsOf } from '../declarations.ts'
import { bashCompletion } from './bash.ts'
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
/** Words of this machine, which `fiq completion --words` prints for the typed text. */
const machineCases: [line: string, offered: string[]][] = [
  ['fiq entity AAPL --with news,insider', ['news,insiderTrades']],
  ['fiq quote @te', ['@tech']],
  ['fiq payments show 0x', ['0x9617277e', '0xfa2ebafc']],
  ['fiq budget --profile ', ['default', 'work']],
]
/** A `fiq` that knows only the cases, to be first in the PATH. */
const standIn = `#!/bin/sh
case "$4 $5" in
${machineCases.map(([line, offered]) => `'${kindOf(line)} --typed=${line.split(' ').at(-1)}') printf '%s\\n' ${offered.join(' ')} ;;`).join('\n')}
esac`
function kindOf(line: string): string {
  if (line.includes('--with')) return 'areas'
  if (line.includes('--profile')) return 'profiles'
  return line.includes('payments') ? 'payments' : 'tickers'
}
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-shells-'))
  writeFileSync(join(folder, 'fiq'), standIn, { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('bash', () => {
  test.each(machineCases)('behavior: completes %j', (line, offered) => {
    const words = line.split(' ').map((word) => `'${word}'`)
    const script = `${bashCompletion(nodes)}
COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}
_fiq; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder }
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8',
      env,
    })
    expect(stderr).toBe('')
    // Bash keeps the @, at which it breaks words.
    expect(stdout.trim().split('\n').sort()).toEqual(offered.map((word) => word.replace('@', '')))
  })
})

describe.skipIf(!isThere('fish'))('fish', () => {
  test.each([...cases, ...machineCases])('behavior: completes %j', (line, offered) => {
    const file = join(folder, 'fiq.fish')
    writeFileSync(file, fishCompletion(nodes))
    const { stdout, stderr } = spawnSync(
      'fish',
      ['--no-config', '-c', `source ${file}; complete -C ${JSON.stringify(line)}`],
      {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
      },
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
        {
          encoding: 'utf8',
          cwd: folder,
          env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
        },
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
      {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
      },
    )
    expect(stderr).toBe('')
    return stdout.split('\n')
  }

  test.each([...cases, ...machineCases])('behavior: completes %j', (line, offered) => {
    expect(offeredAfter(line)).toEqual(expect.arrayContaining(offered))
  })

  test.each([...withFiles, ...withoutFiles])(
    'behavior: offers files only where %j takes one',
    (line) => {
      expect(offeredAfter(line).includes('FILES')).toBe(withFiles.includes(line))
    },
  )
})
