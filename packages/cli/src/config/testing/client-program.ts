import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../../..')
const built = join(root, 'packages/cli/dist/fiq.cjs')
const source = join(root, 'packages/cli/src/fiq.ts')
/** What the build reads. */
const inputs = [
  'packages/cli/src',
  'packages/shared/src',
  'scripts/build-client.ts',
  'pnpm-lock.yaml',
]

/**
 * The client for tests that start it as a process: the built one unless something changed since it
 * was built, else the source. The source takes several times as long to start.
 */
export const clientProgram = isCurrent() ? built : source

function isCurrent(): boolean {
  if (!existsSync(built)) return false
  const { mtimeMs } = statSync(built)
  return inputs.every((input) => newestIn(join(root, input)) < mtimeMs)
}

/** When the file, or the newest file of the folder other than tests, was written. */
function newestIn(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
  // A folder's time also changes with its tests.
  const used = files.filter((file) => /\.\w+$/.test(file) && !/\.test\.|\btesting\//.test(file))
  return Math.max(...used.map((file) => statSync(join(path, file)).mtimeMs))
}
