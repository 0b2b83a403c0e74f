import type { Row } from './benches.ts'

type Mcp = {
  rows: { name: string; of: string; requestsPerSecond: number; cpuMicroseconds: number }[]
}

/** What each call costs, beside the SDK's own pattern and a bare server. */
export function mcpRows({ rows }: Mcp): Row[] {
  const goals: Readonly<Record<string, string>> = {
    'tools/list': 'at most 30 us',
    'tools/call, free': 'at most 40 us',
    'tools/call, a quote again': 'at most 40 us',
  }
  const named = (name: string, of: string) => rows.find((row) => row.name === name && row.of === of)
  return Object.entries(goals).map(([of, goal]) => {
    const [fiq, bare] = [named('fiq', of)!, named('bare', of)!]
    const peer = named('stock', of)
    const times = peer
      ? `: ${(peer.cpuMicroseconds / fiq.cpuMicroseconds).toFixed(1)} times less`
      : ''
    return {
      figure: `\`${of.split(',')[0]}\`${of.includes(',') ? `,${of.split(',')[1]}` : ''}`,
      ours: `${fiq.cpuMicroseconds} us${times}; bare ${bare.cpuMicroseconds} us`,
      peer: peer ? `the SDK's pattern ${peer.cpuMicroseconds} us` : '',
      goal,
    }
  })
}
