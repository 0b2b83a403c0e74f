import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * How long the client takes to start, over bare node in the same run. Prints JSON figures in
 * milliseconds. With FIQ_URL set it also asks a running server: with FIQ_API_KEY on the key path,
 * without one paying from the wallet of FIQ_HOME.
 *
 * Programs take turns, so that a busy moment of the machine hits all of them; medians are compared.
 */
const root = join(import.meta.dirname, '..', '..')
const client = join(root, 'packages', 'cli', 'dist', 'fiq.cjs')
const rounds = Number(process.argv[2] ?? 15)

type Subject = { name: string; words: readonly string[]; env?: NodeJS.ProcessEnv }

const subjects: readonly Subject[] = [
  { name: 'node -e 0', words: ['-e', '0'] },
  { name: 'fiq --version', words: [client, '--version'] },
  { name: 'fiq --help', words: [client, '--help'] },
  ...(process.env['FIQ_URL'] ? asking() : []),
]

function asking(): Subject[] {
  const words = [client, 'quote', 'AAPL', '--json']
  const { FIQ_API_KEY: key, ...withoutKey } = process.env
  return [
    { name: 'fiq price quote AAPL --json', words: [client, 'price', 'quote', 'AAPL', '--json'] },
    ...(key ? [{ name: 'fiq quote AAPL --json, with a key', words, env: process.env }] : []),
    { name: 'fiq quote AAPL --json, paying', words, env: withoutKey },
  ]
}

const times = new Map(subjects.map(({ name }) => [name, [] as number[]]))
for (let round = -1; round < rounds; round += 1)
  for (const { name, words, env = process.env } of subjects) {
    const before = performance.now()
    const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
    const took = performance.now() - before
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
    // The first round fills the compile cache.
    if (round >= 0) times.get(name)!.push(took)
  }

const bare = median(times.get('node -e 0')!)
const figures = subjects.map(({ name }) => {
  const ms = median(times.get(name)!)
  return { name, ms: rounded(ms), overBareNodeMs: rounded(ms - bare) }
})
process.stdout.write(
  `${JSON.stringify({ rounds, node: process.version, figures }, undefined, 2)}\n`,
)

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
