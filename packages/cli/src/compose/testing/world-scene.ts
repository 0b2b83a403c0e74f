import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { onTestFinished } from 'vitest'
import type { HttpRequest } from '../../http/send-request.ts'
import { scratchFolder } from '../../payment/testing/test-payer.ts'
import { createOpenMoney } from '../../query/open-money.ts'
import type { World } from '../world.ts'

/**
 * A world with its own folder, for one test. Its server sends the given answer to every request.
 */
export function worldScene(
  argv: readonly string[],
  answer: HttpAnswer,
  { isTerminal = false, stdin }: { isTerminal?: boolean; stdin?: string } = {},
) {
  const folder = scratchFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const written = { out: '', err: '' }
  const sent: HttpRequest[] = []
  const sink = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text
    },
    isTerminal,
    columns: 80,
  })
  const world: World = {
    ...idleWorld(folder.path),
    argv,
    env: { FIQ_API_KEY: 'fiq_1', FIQ_HOME: folder.path },
    stdin: { isPiped: stdin !== undefined, read: async () => stdin ?? '' },
    stdout: sink('out'),
    stderr: sink('err'),
    send: async (request) => {
      sent.push(request)
      return answer
    },
    now: () => new Date('2026-11-20T12:00:00Z'),
    notify: unused,
    process: {
      clock: { now: () => 0, sleep: async () => {} },
      randomBytes: unused,
      session: 's',
      processes: { pid: 1, isAlive: () => false, uptime: () => 0 },
      loadKeychain: async () => undefined,
    },
    money: createOpenMoney(),
  }
  return { world, sent, out: () => written.out, err: () => written.err }
}

/** What no test of a command line uses: it has no settings, starts no program and never ends. */
export function idleWorld(folder: string) {
  return {
    nodeVersion: '24.0.0',
    home: folder,
    stdin: { isPiped: false, read: async () => '' },
    readFile: unused,
    settingsFile: (at) => ({
      path: `${at}/settings.json`,
      read: () => undefined,
      openWriter: unused,
      lock: unused,
    }),
    answers: { isThere: false, open: () => undefined },
    timers: { after: () => () => {}, every: () => () => {} },
    platform: 'linux',
    program: ['node', 'fiq.cjs'],
    stdio: unused,
    onStop: unused,
    onAbruptEnd() {},
    onUnforeseen() {},
    suspend: unused,
    notify() {},
    openBrowser: unused,
  } satisfies Partial<World>
}

function unused(): never {
  throw new Error('not used here')
}

/** The user's own server of {@link runOwnServer}. */
export const ownServer = {
  url: 'http://127.0.0.1:4321',
  key: `fiq_${'k'.repeat(43)}`,
  pid: process.pid,
  version: '0.1.0',
}

/** The world of a user whose own server runs, or has ended. */
export function runOwnServer(world: World, isAlive = true): World {
  const folder = join(world.home, 'personal')
  mkdirSync(folder)
  writeFileSync(join(folder, 'server.json'), JSON.stringify(ownServer), { mode: 0o600 })
  const processes = { ...world.process.processes, isAlive: () => isAlive }
  return { ...world, process: { ...world.process, processes } }
}
