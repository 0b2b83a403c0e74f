import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ClientHome } from './fiq.ts'

const root = join(import.meta.dirname, '../..')

/** Pause between two looks at the screen. Each look starts a process, which takes time of its own. */
const lookMs = 40

/** Whether tmux is installed. Required only in CI. */
export const tmuxIsThere: boolean = spawnSync('tmux', ['-V']).status === 0

/**
 * Runs the built `fiq` in a pane of a separate tmux server. After its end, prints the terminal
 * modes and the exit code below it; `fg` resumes a suspended one.
 */
export async function openPane(
  { url, home }: ClientHome,
  { columns, rows }: { columns: number; rows: number },
  words: string,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-tmux-'))
  const pidFile = join(folder, 'pid')
  const socket = join(folder, 'socket')
  const tmux = (...args: string[]) =>
    promisify(execFile)('tmux', ['-S', socket, '-u', '-f', '/dev/null', ...args], {
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        FIQ_URL: url,
        FIQ_HOME: home,
        FIQ_WALLET_PASSPHRASE: 'correct horse',
      },
    })
  const set = Object.entries(env).map(([name, value]) => `${name}=${value} `)
  const run = `sh -c 'echo $$ > ${pidFile}; ${set.join('')}exec ${join(root, 'bin/fiq')} ${words} --trust ${url}'`
  const modes = `stty -a | tr ' ;' '\\n\\n' | grep -xE 'icanon|echo' | sort -r | paste -sd ' '`
  const ended = `ended() { code=$?; ${modes}; echo "ended $code"; }`
  const command = `set -m; ${ended}; ${run}; ended; while read -r word; do $word; ended; done`
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), command)
  const shown = async () => (await tmux('capture-pane', '-p')).stdout.trimEnd()
  const until = async (text: string | RegExp) => {
    for (;;) {
      const screen = await shown()
      if (typeof text === 'string' ? screen.includes(text) : text.test(screen)) return screen
      await setTimeout(lookMs)
    }
  }
  return {
    pidFile,
    until,
    /** The screen with the lines that scrolled off it. */
    all: async () => (await tmux('capture-pane', '-p', '-S', '-1000')).stdout.trimEnd(),
    press: (...keys: string[]) => tmux('send-keys', ...keys),
    /** Presses a key until it is accepted, because keys before the prompt is read are lost. */
    async answer(key: string, text: string) {
      while (!(await shown()).includes(text)) {
        await tmux('send-keys', key)
        await setTimeout(lookMs)
      }
    },
    [Symbol.dispose]() {
      spawnSync('tmux', ['-S', socket, 'kill-server'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
