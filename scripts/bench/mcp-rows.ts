import type { Row } from './benches.ts'

type Measured = {
  name: string
  version: string
  of: string
  requestsPerSecond: number
  cpuMicroseconds: number
}

/** Maximum CPU of each request, as a multiple of a bare server with responses of the same size. */
const goals: Readonly<Record<string, number>> = {
  'tools/list': 1.3,
  'tools/call, free': 1.8,
  'tools/call, a quote again': 1.8,
}

/** CPU of each call on each revision, compared with the SDK's own pattern and a bare server. */
export function mcpRows({ rows }: { rows: readonly Measured[] }): Row[] {
  const versions = [...new Set(rows.map(({ version }) => version))]
  const named = (name: string, version: string, of: string) =>
    rows.find((row) => row.name === name && row.version === version && row.of === of)
  return versions.flatMap((version) =>
    Object.entries(goals).map(([of, most]) => {
      const [fiq, bare] = [named('fiq', version, of)!, named('bare', version, of)!]
      const peer = named('stock', version, of)
      const [method, rest] = of.split(/(?=,)/)
      const times = (fiq.cpuMicroseconds / bare.cpuMicroseconds).toFixed(2)
      return {
        figure: `\`${method}\`${rest ?? ''}, ${version}`,
        ours: `${fiq.cpuMicroseconds} us, ${times} times bare (${bare.cpuMicroseconds} us)`,
        peer: peer ? `the SDK's pattern ${peer.cpuMicroseconds} us` : '',
        goal: `at most ${most} times bare`,
      }
    }),
  )
}
