import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningServer } from './testing/running-server.ts'
import { shownIn } from './testing/shown-commands.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** Marks omitted lines. */
const cut = '…'

describe('README.md', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let home = ''
  beforeAll(async () => {
    server = await runningServer()
    home = mkdtempSync(join(tmpdir(), 'fiq-readme-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(home, { recursive: true, force: true })
  })

  // In the order of the page, because later commands depend on earlier ones.
  test.each(shownIn(readme, 'run'))('default: $command', async ({ command, printed }) => {
    const { status, text } = await shell(command)
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const shown = printed.filter((line) => line !== cut)
    expect(lines.map(shape)).toEqual(expect.arrayContaining(shown.map(shape)))
    if (!printed.includes(cut))
      expect(lines, 'a cut output needs a line …').toHaveLength(shown.length)
    expect(status === 0, text).toBe(!printed.some((line) => line.startsWith('fiq: ')))
  })

  test('behavior: every page that it names exists', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(10)
    for (const path of links)
      expect(() => readFileSync(join(root, path)), path).not.toThrow(/ENOENT/)
  })

  /** Runs a command like a shell, except that an unpiped command prints as on a terminal. */
  function shell(command: string): Promise<{ status: number | null; text: string }> {
    const bare = command.replace(/ +# .*$/, '')
    const words = / [|>] |--jq|--csv/.test(bare) ? bare : `${bare} --table`
    const child = spawn(
      'bash',
      ['-c', words.replaceAll('localhost:4020', new URL(server.url).host)],
      {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          FIQ_URL: server.url,
          FIQ_HOME: home,
          FIQ_WALLET_PASSPHRASE: 'correct horse',
          // On a weekend the times have a day, which at 80 columns would cut a name.
          COLUMNS: '84',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk))
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, text })))
  }
})

/** Replaces every value that changes daily, so that only the words are compared. */
function shape(line: string): string {
  return (
    line
      .replace(/\S*\d\S*/g, '#')
      // The market may be closed, with another date, and New York may have summer time.
      .replace(/\b(?:pre|open|after|closed)\b/g, 'open')
      .replace(/\b(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) #/g, '#')
      .replace(/\bEDT\b/g, 'EST')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
