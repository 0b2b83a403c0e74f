import type { Row } from './benches.ts'
import { median, medianRatio, type Speed } from './rounds.ts'

type Measured = { version: string; of: string; fiq: Speed; bare: Speed; stock?: Speed }

/** Maximum CPU of each request, as a multiple of a bare server with responses of the same size. */
const goals: Readonly<Record<string, number>> = {
  'tools/list': 1.3,
  'tools/call, free': 1.8,
  'tools/call, a quote again': 1.8,
}

/** CPU of each call on each revision, compared with the SDK's own pattern and a bare server. */
export function mcpRows({ rows }: { rows: readonly Measured[] }): Row[] {
  return rows.map(({ version, of, fiq, bare, stock }) => {
    const microseconds = (speed: Speed) => `${median(speed.cpuMicroseconds).toFixed(1)} us`
    const [method, rest] = of.split(/(?=,)/)
    const times = medianRatio(fiq.cpuMicroseconds, bare.cpuMicroseconds)
    return {
      figure: `\`${method}\`${rest ?? ''}, ${version}`,
      ours: `${microseconds(fiq)}, ${times} times bare (${microseconds(bare)})`,
      peer: stock ? `the SDK's pattern ${microseconds(stock)}` : '',
      goal: `at most ${goals[of]} times bare`,
    }
  })
}
