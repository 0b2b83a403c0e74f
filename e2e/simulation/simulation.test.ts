import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CheckedTraces } from './check-traces.ts'
import { invariants } from './checks/books.ts'
import type { FoundBug } from './find-bugs.ts'
import { plantedBugs } from './planted-bugs.ts'
import type { Replayed } from './replay.ts'

const here = import.meta.dirname
/** Where Node keeps the compiled modules of the programs, which many tests start. */
const compiled = join(here, '../../node_modules/.cache/compiled')
/** Ten times the duration on an idle machine. */
const timeoutMs = 600_000

/** Runs in a separate process, because the clock and the timers of a simulation are not real. */
function run(program: string, ...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', join(here, program), ...parameters],
    { encoding: 'utf8', timeout: timeoutMs, env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  )
  return { status, lines: stdout.trim().split('\n'), output: `${stdout}\n${stderr}` }
}

test(
  'property: 2,000 purchases with new seeds violate no invariant',
  () => {
    // A failed seed is printed with its story, and stored as a regression.
    const { status, output } = run('simulate.ts', '--seeds', '20', '--purchases', '100')
    expect(status, output).toBe(0)
  },
  timeoutMs,
)

test(
  'behavior: a seed determines everything; a run in two parts has the same sums and trace',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-simulation-'))
    const file = join(folder, 'run.json')
    const part = ['--seeds', '1', '--into', file]
    run('simulate.ts', ...part, '--purchases', '20', '--from', '77')
    const parts = run('simulate.ts', ...part)
    const whole = run('simulate.ts', '--seeds', '2', '--purchases', '20', '--from', '77')
    expect(whole.lines.at(-1)).toMatch(/^seeds 77\.\.78 purchases 40 .* trace [0-9a-f]{8}$/)
    expect(parts.lines.at(-1), parts.output).toBe(whole.lines.at(-1))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ from: 77, seeds: 2 })
    rmSync(folder, { recursive: true })
  },
  timeoutMs,
)

test(
  'behavior: a failing seed shrinks to one purchase of one client, with the least delays',
  () => {
    const seeds = ['--seeds', '1', '--purchases', '4', '--from', '1', '--shrink', '3600']
    const { status, output } = run('simulate.ts', ...seeds, '--bug', 'hash after broadcast')
    expect(status, output).toBe(1)
    expect(output).toContain('\n1 clients, 1 purchases, 1 instances')
    expect(output).toMatch(/\nLeast delays: .*delay/)
  },
  timeoutMs,
)

test(
  'property: with one to three instances, each event of a payment is a step of the model',
  () => {
    const first = Math.floor(Math.random() * 2 ** 30)
    const seeds = Array.from({ length: 12 }, (_, place) => String(first + place))
    const { status, lines, output } = run('check-traces.ts', ...seeds)
    expect(status, output).toBe(0)
    const checked = lines.map((line) => JSON.parse(line) as CheckedTraces)
    expect(checked.map(({ seed }) => String(seed))).toEqual(seeds)
    expect(checked.filter(({ fault }) => fault)).toEqual([])
    expect(checked.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(1_000)
  },
  timeoutMs,
)

test(
  'behavior: an answer before the settlement is no step of the model',
  () => {
    const { lines, output } = run('check-traces.ts', '0', '--bug', 'settled while in the mempool')
    const [checked] = lines.map((line) => JSON.parse(line) as CheckedTraces)
    expect(checked?.fault, output).toContain('row broadcast > answered')
  },
  timeoutMs,
)

test(
  'behavior: every regression replays identically twice, violates no invariant and leaves no world in memory',
  () => {
    const folder = join(here, 'regressions')
    const files = readdirSync(folder).map((name) => join(folder, name))
    const { status, lines, output } = run('replay.ts', ...files)
    expect(status, output).toBe(0)
    const replayed = lines.map((line) => JSON.parse(line) as Replayed)
    expect(replayed.map(({ file }) => file)).toEqual(files)
    // The engine may hold the worlds of the newest file a little longer.
    expect(Math.max(...replayed.map(({ retained }) => retained))).toBeLessThanOrEqual(2)
    for (const { file, hashes, violations, reached } of replayed) {
      expect(reached?.times, reached?.move).not.toBe(0)
      expect({ file, violations }, output).toEqual({ file, violations: 0 })
      expect(hashes[0]).toBe(hashes[1])
    }
  },
  timeoutMs,
)

test('behavior: every invariant is the one that finds some planted bug', () => {
  const seeds = JSON.parse(readFileSync(join(here, 'planted-seeds.json'), 'utf8')) as FoundBug[]
  const finding = new Set(seeds.map(({ invariant }) => invariant))
  expect(invariants.filter((each) => !finding.has(each))).toEqual([])
})

test(
  'behavior: every planted bug is found by its seed, except those with a second check',
  () => {
    const { status, lines, output } = run('find-bugs.ts')
    expect(status, output).toBe(0)
    const found = lines.map((line) => JSON.parse(line) as FoundBug)
    expect(found.map(({ bug }) => bug).sort()).toEqual(Object.keys(plantedBugs).sort())
    for (const { bug, purchases, invariant } of found) {
      expect(purchases).toBeLessThanOrEqual(10_000)
      const { foundBy } = plantedBugs[bug]!
      if (foundBy) expect(foundBy, bug).toContain(invariant)
      else expect(invariant, bug).toBeUndefined()
    }
  },
  timeoutMs,
)
