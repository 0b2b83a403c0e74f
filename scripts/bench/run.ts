import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benches, type Row } from './benches.ts'

/**
 * Runs the named benchmarks (default: all) and writes their rows into `docs/benchmarks.md`, with
 * the compared servers of the same run. Other sections remain unchanged.
 */
const page = join(import.meta.dirname, '../../docs/benchmarks.md')
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in benches))
if (unknown.length > 0)
  throw new Error(
    `No benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  )

for (const [name, { args = [], title, note, rows }] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  process.stderr.write(`== ${name}\n`)
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${name}.ts`), ...args],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 },
  )
  if (status !== 0) throw new Error(`${name} ended with exit code ${status}`)
  const command = `node scripts/bench/${[name, ...args].join(' ').replace(name, `${name}.ts`)}`
  const section = [
    `## ${title}`,
    `\`${command}\`${note ? `. ${note}` : ''}`,
    tableOf(rows(JSON.parse(stdout) as never)),
  ].join('\n\n')
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), title, section))
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ figure, ours, peer = '', goal = '' }) => `| ${figure} | ${ours} | ${peer} | ${goal} |`,
  )
  return ['| figure | fiq | peer, same run | goal |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  )
}

/** The page with one section replaced, or appended. */
function withSection(text: string, title: string, section: string): string {
  const start = text.indexOf(`## ${title}\n`)
  if (start < 0) return `${text.trimEnd()}\n\n${section}\n`
  const next = text.indexOf('\n## ', start + 1)
  return `${text.slice(0, start)}${section}\n${next < 0 ? '' : text.slice(next)}`
}
