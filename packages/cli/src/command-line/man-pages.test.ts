import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { declarationsOf } from '../commands/declarations.ts'
import { released, version } from '../config/version.ts'
import { exitCodeTable } from '../terminal/exit-codes.ts'
import { globalOptions } from './global-options.ts'
import { variables } from './help/topics.ts'
import { manPages } from './man-pages.ts'

const declarations = await declarationsOf()

const pages = manPages({
  declarations,
  globals: globalOptions,
  exitCodes: exitCodeTable(),
  variables,
  version,
  released,
})
const isThere = (name: string) => spawnSync('which', [name]).status === 0

describe('manPages', () => {
  test('default: one page for the program, one for each command, with every option', () => {
    expect(pages.map(({ file }) => file)).toEqual([
      'fiq.1',
      ...declarations.map(({ name }) => `fiq-${name}.1`),
    ])
    const history = pages.find(({ file }) => file === 'fiq-history.1')?.text
    expect(history).toContain(`.TH "FIQ\\-HISTORY" "1" "${released}" "fiq ${version}"`)
    expect(history).toContain('.B \\-\\-range <range>')
    expect(history).toContain('fiq history AAPL \\-\\-range 5y')
    for (const { exit } of exitCodeTable()) expect(pages[0]?.text).toContain(`\n.B ${exit}\n`)
  })

  test('behavior: package.json lists every page, so that npm installs them', () => {
    const path = join(import.meta.dirname, '../../package.json')
    const { man } = JSON.parse(readFileSync(path, 'utf8')) as { man: string[] }
    expect(man).toEqual(pages.map(({ file }) => `./dist/man/${file}`).sort())
  })

  test.skipIf(!isThere('mandoc'))('behavior: mandoc finds nothing to warn of', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-man-'))
    const files = pages.map(({ file, text }) => {
      writeFileSync(join(folder, file), text)
      return join(folder, file)
    })
    const { stdout, stderr } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', ...files], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true, force: true })
    expect(stdout + stderr).toBe('')
  })

  test.skipIf(!isThere('groff'))('behavior: groff prints them without a complaint', () => {
    for (const { text } of pages.slice(0, 4)) {
      const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-wall'], {
        input: text,
        encoding: 'utf8',
      })
      expect(stderr).toBe('')
      expect(stdout).toContain('fiq')
    }
  })
})
