import { dispatcherTo } from '../../../upstreams/testing/local-upstream.ts'
import { chosenByDefault } from '../chosen.ts'
import { pullMirror } from '../pull-mirror.ts'

/** Pulls in a separate process, which a test kills: `pull-until-killed PORT FOLDER AREA…`. */
const [port, folder = '', ...areas] = process.argv.slice(2)
const wish = { areas, chosen: chosenByDefault, bulk: true, freshMs: 0 }
const report = await pullMirror(folder, wish, {
  now: () => new Date('2026-11-18T17:00:00Z'),
  wait: async () => {},
  upstreamKeyOf: () => 'somebody@example.org',
  allowed: new Set(),
  dispatcher: dispatcherTo(Number(port)),
  signal: new AbortController().signal,
  onProgress: () => {},
})
process.stdout.write(JSON.stringify(report.figures))
process.exit(0)
