// Plain JavaScript without dependencies, because it runs on a new machine, on any Node from 18.
// Installs with a pinned pnpm, then starts the Node 24 from the install.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const pnpm = ['--yes', 'pnpm@12.21.0']

const verbs = {
  install: [],
  demo: [
    ['run', 'build'],
    ['exec', 'node', 'scripts/demo.ts'],
  ],
  test: [
    ['run', 'build'],
    ['exec', 'vitest', 'run', '--project', 'tests'],
  ],
  e2e: [
    ['run', 'build'],
    ['exec', 'vitest', 'run', '--project', 'slow', '--project', 'e2e'],
  ],
  pack: [
    ['run', 'build'],
    ['exec', 'npm', 'pack', '--loglevel=error', './packages/cli', './packages/server'],
  ],
  exec: [['exec']],
}

const [verb = 'demo', ...rest] = process.argv.slice(2)
const steps = verbs[verb]
if (!steps) {
  console.error(`Unknown verb "${verb}". One of: ${Object.keys(verbs).join(', ')}.`)
  process.exit(2)
}

if (verb === 'demo')
  console.error('Installing and building; the first time takes about half a minute.')
run(['install', '--frozen-lockfile', '--prefer-offline'], { quiet: verb === 'demo' })
steps.forEach((step, index) => {
  run(index === steps.length - 1 ? [...step, ...rest] : step, { quiet: index < steps.length - 1 })
})

/** Runs pnpm. The output of a quiet step is shown only if it fails. */
function run(args, { quiet = false } = {}) {
  const { status, signal, stdout, stderr } = spawnSync('npx', [...pnpm, ...args], {
    cwd: root,
    env: { ...process.env, ...nativeAddonHeaders() },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: platform() === 'win32',
  })
  if (status === 0) return
  if (quiet) process.stderr.write(`${stdout}${stderr}`)
  process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
}

/** Native add-ons (the OS keychain) are built with the headers of the Node that will run them. */
function nativeAddonHeaders() {
  const dir = join(root, 'node_modules', `node-${platform()}-${arch()}`)
  return existsSync(join(dir, 'include')) ? { npm_config_nodedir: dir } : {}
}
