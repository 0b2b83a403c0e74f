import type { BatchGas } from './batch-gas.ts'
import type { Row } from './benches.ts'

type Load = {
  name: string
  isChainApart: boolean
  payers: number
  failures: Record<string, number>
  paidPerSecond: number
  p50Ms: number
  p95Ms: number
  cpuMs: number
  chainCpuMs?: number
  gasPerPayment: number
}

/** Gas per payment in the first measured batch: a hundred payments of one payer. */
const gasGoal = 38_300

/** Table rows: paid requests compared with the stock server, and the gas of a full batch. */
export function paidRows({ rows, batches }: { rows: Load[]; batches: BatchGas[] }): Row[] {
  const pairs = rows
    .filter(({ name }) => name === 'fiq')
    .map((ours) => {
      const isOfSame = (row: Load) =>
        row.isChainApart === ours.isChainApart && row.payers === ours.payers
      return { ours, peer: rows.find((row) => row.name !== 'fiq' && isOfSame(row))! }
    })
  return [
    ...pairs.filter(({ ours }) => !ours.isChainApart).map(loadRow),
    ...pairs.filter(({ ours }) => ours.isChainApart).map(cpuRow),
    ...batches.map(gasRow),
  ]
}

function loadRow({ ours, peer }: { ours: Load; peer: Load }): Row {
  const speed = (load: Load) =>
    `${load.paidPerSecond}/s, p50 ${load.p50Ms} / p95 ${load.p95Ms} ms, ${load.cpuMs} ms CPU, ${load.gasPerPayment} gas, ${failed(load)}`
  const times = (ours.paidPerSecond / peer.paidPerSecond).toFixed(1)
  return {
    figure: payers(ours.payers),
    ours: `${speed(ours)}: ${times} times the peer`,
    peer: `\`${peer.name}\` ${speed(peer)}`,
    goal: ours.payers === 1 ? 'p50 at most 4 ms' : 'at least 8 times, no failure',
  }
}

function cpuRow({ ours, peer }: { ours: Load; peer: Load }): Row {
  const cpu = (load: Load) =>
    `${load.cpuMs} ms, ${failed(load)}; the chain beside it ${load.chainCpuMs} ms`
  return {
    figure: `CPU of everything but the chain, ${payers(ours.payers)}`,
    ours: cpu(ours),
    peer: `\`${peer.name}\` ${cpu(peer)}`,
    goal: ours.payers === 1 ? '' : 'at most 0.2 ms',
  }
}

function gasRow({ payers: count, payments, gasPerPayment }: BatchGas): Row {
  const more = ((gasPerPayment / gasGoal - 1) * 100).toFixed(0)
  const isLikeForLike = count === 1
  return {
    figure: `gas per payment in a batch of ${payments}, ${payers(count)}`,
    ours: `${gasPerPayment}${isLikeForLike ? `: ${more} % above the goal's figure` : ''}`,
    goal: isLikeForLike ? `within 5 % of ${gasGoal}, which was a batch by one payer` : '',
  }
}

function payers(count: number): string {
  return `${count} ${count === 1 ? 'payer' : 'payers'}`
}

function failed({ failures }: Load): string {
  return `${Object.values(failures).reduce((sum, count) => sum + count, 0)} failed`
}
