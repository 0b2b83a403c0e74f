import type { Row } from './benches.ts'
import { median, medianRatio, type Speed } from './rounds.ts'

type Quotes = { name: string } & Speed

/** Table rows: quotes per second compared with the stock middlewares. */
export function quoteRows({ rows }: { rows: Quotes[] }): Row[] {
  const named = (name: string) => rows.find((row) => row.name.startsWith(name))!
  const withoutSecret = ({ name }: Quotes) => rows.find((row) => row.name === `${name}, no secret`)!
  const bare = named('bare')
  const express = named('@x402/express')
  const hono = named('@x402/hono')
  const same = named('fiq, same')
  const distinct = named('fiq, variables')
  const speed = ({ requestsPerSecond, cpuMicroseconds }: Quotes) =>
    `${median(requestsPerSecond).toFixed(0)}/s, ${median(cpuMicroseconds).toFixed(1)} us CPU`
  const times = (a: Quotes, b: Quotes) => medianRatio(a.requestsPerSecond, b.requestsPerSecond)
  const cost = (a: Quotes, b: Quotes) => medianRatio(a.cpuMicroseconds, b.cpuMicroseconds)
  return [
    {
      figure: 'the same request again',
      ours: `${speed(same)}: ${times(same, hono)} times hono, ${times(same, express)} times express`,
      peer: `\`@x402/hono\` ${speed(hono)}; \`@x402/express\` ${speed(express)}`,
      goal: 'at least 2.5 times',
    },
    {
      figure: 'a body never seen before, its query text known',
      ours: `${speed(distinct)}: ${times(distinct, hono)} times hono`,
      peer: `\`@x402/hono\` ${speed(hono)}`,
      goal: 'at least 2.5 times',
    },
    ...[same, distinct].map((quotes) => {
      const without = withoutSecret(quotes)
      return {
        figure: `CPU of a quote with its secret, ${quotes.name.slice('fiq, '.length)}`,
        ours: `${cost(quotes, without)} times that without one`,
        peer: `fiq without secrets ${speed(without)}`,
        goal: 'at most 1.05 times',
      }
    }),
    {
      figure: 'CPU over a bare `node:http` answer of the same size',
      ours: `${cost(same, bare)} times`,
      peer: `bare ${speed(bare)}`,
      goal: 'at most 1.5 times',
    },
  ]
}

type Memory = { samples: { quotes: number; heapMb: number; residentMb: number }[] }

/** Table rows: memory of a server that sends quotes. */
export function quoteMemoryRows({ samples }: Memory): Row[] {
  const of = (what: 'heapMb' | 'residentMb') => samples.map((sample) => sample[what]).join(', ')
  return [
    {
      figure: `heap after a full collection, each tenth of ${samples.at(-1)!.quotes} quotes`,
      ours: `${of('heapMb')} MB`,
      goal: 'flat',
    },
    { figure: 'memory of its process', ours: `${of('residentMb')} MB` },
  ]
}
