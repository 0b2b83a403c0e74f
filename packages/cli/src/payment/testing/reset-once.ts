/**
 * A process that resets the journal in a folder, and kills itself (SIGKILL) before the n-th call that
 * changes files. Its arguments are the folder and n.
 */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [, , folder = '', count = ''] = process.argv
let left = Number.parseInt(count, 10)
for (const name of ['mkdirSync', 'openSync', 'renameSync', 'linkSync', 'rmSync'] as const) {
  const real = fs[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (String(args[0]).startsWith(folder) && --left === 0) process.kill(process.pid, 'SIGKILL')
      return real(...args)
    },
  })
}
syncBuiltinESMExports()

const { resetJournal } = await import('../reset-journal.ts')
const { payerOptions } = await import('./test-payer.ts')
const world = payerOptions(folder, new URL('http://127.0.0.1:1'))
await resetJournal(world, { isSure: true, withoutChain: true })
