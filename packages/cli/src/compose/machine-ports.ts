import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { Folders } from '../config/folders.ts'
import { openLists } from '../lists/open-lists.ts'
import type { CliContext } from './context.ts'
import type { World } from './world.ts'

/** Functions of this machine, other than printing. */
export function machinePorts(
  world: Pick<World, 'now' | 'notify' | 'stderr' | 'cancelled'> & {
    process: Pick<World['process'], 'clock'>
  },
  folders: Pick<Folders, 'config'>,
): Pick<
  CliContext,
  'now' | 'lists' | 'wait' | 'onCancelled' | 'notify' | 'startProgram' | 'openFile'
> {
  return {
    now: world.now,
    lists: openLists(join(folders.config, 'lists')),
    // A timer of the world would not keep the program running.
    wait: world.process.clock.sleep,
    onCancelled: (end) => void world.cancelled?.add(end),
    notify: world.notify,
    startProgram(file, args) {
      const { execFile } = process.getBuiltinModule('node:child_process')
      execFile(file, [...args], (error) => {
        if (error) world.stderr.write(`fiq: ${error.message.split('\n')[0]}\n`)
      })
    },
    openFile(path) {
      orUnwritable(path, () => {
        if (!existsSync(path)) return accessSync(dirname(path), constants.W_OK)
        if (statSync(path).isDirectory()) throw new Error('it is a folder')
        accessSync(path, constants.W_OK)
      })
      return { write: (bytes) => orUnwritable(path, () => writeFileSync(path, bytes)) }
    },
  }
}

function orUnwritable(path: string, body: () => void): void {
  try {
    body()
  } catch (error) {
    throw new FiqError('OUTPUT_FAILED', `${path} cannot be written.`, {
      facts: [`Reason: ${(error as Error).message}`],
      cause: error,
    })
  }
}
