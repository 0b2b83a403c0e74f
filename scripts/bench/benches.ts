import { documentsRows } from './documents-rows.ts'
import { fanOutRows } from './fan-out-rows.ts'
import { firstPaintRows } from './first-paint-rows.ts'
import { graphqlRows } from './graphql-rows.ts'
import { largeAnswersRows } from './large-answers-rows.ts'
import { ledgerRows } from './ledger-rows.ts'
import { mcpRows } from './mcp-rows.ts'
import { overloadRows } from './overload-rows.ts'
import { paidRows } from './paid-rows.ts'
import { proxyRows } from './proxy-rows.ts'
import { quoteMemoryRows, quoteRows } from './quote-rows.ts'

/** One line of the table of figures. */
export type Row = { figure: string; ours: string; peer?: string; goal?: string }

/**
 * A benchmark: the script of that name prints JSON, and `rows` converts it to rows of the table.
 */
export type Bench = {
  title: string
  args?: readonly string[]
  note?: string
  rows(result: never): Row[]
}

type Sanctions = {
  startMs: number
  residentGrowthMb: number
  latencyMs: { p50: number; p95: number }
  exactAliasRecall: number
  oneTypoRecall: number
  syntheticPeople: { screened: number; falsePositiveRate: number }
  labelledPairs: {
    heldOut: { ours: { f1: number; pairs: number }; reference: { f1: number } }
    strong: { pairs: number; wrong: number }
  }
}
type Search = Record<'ours' | 'minisearch', { p50Ms: number; p95Ms: number; first: number }> & {
  entities: number
  queries: number
}

type JournalTimes = { openMs: number; paymentMs: number }
type Journal = { payments: number; few: number; many: JournalTimes; small: JournalTimes }

type Startup = { figures: StartupFigure[] }
type StartupFigure = Readonly<
  { name: string } & Record<'ms' | 'overBareNodeMs' | 'cpuMs' | 'overBareNodeCpuMs', number>
>

const percent = (part: number) => `${(part * 100).toFixed(2)} %`

export const benches: Readonly<Record<string, Bench>> = {
  'quote-402': {
    title: '402 quotes',
    note: 'Unpaid requests a second, 32 connections, one core for the server and one for the load (`wrk`). The peers answer a fixed price; fiq parses and prices each query',
    rows: quoteRows,
  },
  'quote-memory': {
    title: 'Memory of a server that gives quotes',
    note: 'Half of the requests are a query text never seen before, half a known one in a body never seen before, 32 connections, `wrk`. Another number of quotes may be given as an argument',
    rows: quoteMemoryRows,
  },
  'paid-requests': {
    title: 'Paid requests',
    note: 'Payers at once, each with an account of its own, every receipt awaited; two cores for server and load together; each serves 32 payers for twenty seconds, and each load once, before it is measured. Both servers have the embedded chain in their process with its ledger on disk, and CPU counts it; then the same with the chain in a process apart, asked over HTTP, and CPU counts everything but the chain. The peer is `@x402/express` with the stock facilitator in its process and the nonce manager of viem, because the stock packages have none',
    rows: paidRows,
  },
  ledger: {
    title: 'The ledger of payments',
    note: 'Look-ups of payments that are there, in random order, one after the other, and claims of 64 callers at once, each on disk before it counts; medians of seven rounds, the two sizes taking turns; the peer is the same ledger with fewer payments. Another number of payments may be given as an argument',
    rows: ledgerRows,
  },
  journal: {
    title: "The client's journal",
    note: 'Opening the file, and all statements of a payment, each synced to the disk, without its signature and its request. All payments count in the budget of 30 days; the peer is the same journal with few payments. Another number of payments may be given as an argument',
    rows({ payments, few, many, small }: Journal) {
      const ms = (value: number) => `${value.toFixed(1)} ms`
      return [
        {
          figure: `a payment, ${payments} in the journal`,
          ours: ms(many.paymentMs),
          peer: `${few} in the journal: ${ms(small.paymentMs)}`,
          goal: 'at most 50 ms',
        },
        {
          figure: 'opening the file again on the same day',
          ours: ms(many.openMs),
          peer: `${few} in the journal: ${ms(small.openMs)}`,
        },
      ]
    },
  },
  sanctions: {
    title: 'Sanctions screening',
    note: 'The SDN list of July 2021 whole, the consolidated lists of OFAC and of the UN, one core. watchman was not run here: 18 ms an operation is its own published figure. logic-v2 are the reference scores recorded with the labelled pairs. The held-out half was split off before weights were fitted; its pairs had been seen when word tables were written',
    rows({
      startMs,
      residentGrowthMb,
      latencyMs,
      exactAliasRecall,
      oneTypoRecall,
      syntheticPeople,
      labelledPairs,
    }: Sanctions) {
      const { heldOut, strong } = labelledPairs
      return [
        {
          figure: 'screening, p50 / p95',
          ours: `${latencyMs.p50} / ${latencyMs.p95} ms`,
          peer: 'watchman 18 ms (published)',
          goal: 'p95 under 5 ms',
        },
        { figure: 'parse and index', ours: `${startMs} ms`, goal: 'under 1.5 s' },
        { figure: 'memory', ours: `${residentGrowthMb} MB`, goal: 'under 150 MB' },
        { figure: 'recall on exact aliases', ours: percent(exactAliasRecall), goal: '99 %' },
        { figure: 'recall on one-typo copies', ours: percent(oneTypoRecall), goal: '95 %' },
        {
          figure: `false positives on ${syntheticPeople.screened} synthetic people`,
          ours: percent(syntheticPeople.falsePositiveRate),
          goal: 'under 0.5 %',
        },
        {
          figure: `F1 on ${heldOut.ours.pairs} held-out pairs`,
          ours: String(heldOut.ours.f1),
          peer: `logic-v2 ${heldOut.reference.f1}`,
          goal: 'at least 0.83',
        },
        {
          figure: 'pairs marked STRONG that are wrong',
          ours: `${strong.wrong} of ${strong.pairs}`,
          goal: '0',
        },
      ]
    },
  },
  'entity-search': {
    title: 'Entity search',
    rows({ entities, queries, ours, minisearch }: Search) {
      return [
        {
          figure: `p50 / p95 over ${entities} entities`,
          ours: `${ours.p50Ms} / ${ours.p95Ms} ms`,
          peer: `minisearch ${minisearch.p50Ms} / ${minisearch.p95Ms} ms`,
          goal: 'p50 under 0.3 ms',
        },
        {
          figure: 'hard queries with the right entity first',
          ours: `${ours.first} of ${queries}`,
          peer: `minisearch ${minisearch.first}`,
          goal: '23 of 24',
        },
      ]
    },
  },
  'fan-out': {
    title: 'Many companies at once',
    note: 'The executor and the connectors in one process, without payment. The upstreams are answers of the sandbox held in memory, so a cold cache costs their parsing and no network. The mirror has a list of filings for each company; memory is not collected before it is read',
    rows: fanOutRows,
  },
  graphql: {
    title: 'GraphQL execution',
    note: 'From the text of a query to the text of the answer in one process, texts known, without network and payment; all on our schema, with resolvers that return the same values at once. fiq prices the query and cites its sources besides. JSON alone parses the request and prints the answer',
    rows: graphqlRows,
  },
  documents: {
    title: 'The dearest documents',
    note: 'CPU of reading, validating and pricing a text that the server has not read before. Each shape grows until a bound of [bounds.md](bounds.md) refuses it; the five dearest of twenty-five shapes are shown',
    rows: documentsRows,
  },
  mcp: {
    title: 'MCP',
    note: 'CPU of a whole request over HTTP, 32 connections, `wrk` on the same machine; bare is `node:http` answering as many bytes. The peer is the pattern the SDK documents, a server and a transport for each request, with our list of tools and an answer that is not computed; fiq checks and counts each request. The free call asks for `__typename`, whose answer is kept as every introspection is',
    rows: mcpRows,
  },
  proxy: {
    title: 'The local proxy',
    note: 'Requests that cost nothing, so that no signature is in them, each with another body; the peer is the same request sent to the server directly, taking turns. Server, proxy and load share two cores. The rows of the event loop buy price histories with `range: max` over MCP and read one page',
    rows: proxyRows,
  },
  overload: {
    title: 'Paid requests beside too many unpaid ones',
    note: 'Four payers, one payment after the other; unpaid queries are texts never seen before, one at a time on each of 2,000 connections, offered at a rate whatever is answered, from a process of their own. The one address sends ten times its limit over 200 connections. Server, load and payers share the machine, so a part of the wait is the load itself',
    rows: overloadRows,
  },
  'large-answers': {
    title: 'The largest answers',
    note: 'Delay of the event loop of a server while it makes each answer, paid over HTTP, the larger of `perf_hooks.monitorEventLoopDelay` and the longest gap between two turns, from its quote on; then the memory of its process while many read. The sandbox invents its figures in the same process, which counts',
    rows: largeAnswersRows,
  },
  'first-paint': {
    title: 'First paint of the pages',
    note: 'First contentful paint in Chromium without a window, the server on loopback, nothing in a cache; pages take turns. The peer is one line of text from the same server, which is what the browser takes by itself',
    rows: firstPaintRows,
  },
  startup: {
    title: 'Start-up of the client',
    note: 'Medians of processes taking turns, server on the same machine. Paying opens a keystore file with scrypt (N = 2^17); the OS keychain needs none. The last row takes off what the smallest client takes for the same two requests, the second with a payment that was signed before it started: the server’s time, with the start of Node and its HTTP client. CPU is user and system time, the mean of as many runs',
    rows({ figures }: Startup) {
      const goals: Readonly<Record<string, string>> = {
        'fiq --version': '+ 25 ms',
        'fiq quote AAPL --json, with a key': '+ 25 ms',
        'fiq quote AAPL --json, paying': '+ 70 ms beside scrypt',
        'fiq quote AAPL --json, paying unlocked, less the same paid requests': '+ 45 ms',
      }
      const bare = figures[0]!
      const derived = figures.at(-1)!
      return figures.slice(1, -1).map(({ name, ms, overBareNodeMs, cpuMs, overBareNodeCpuMs }) => {
        const [command = '', ...words] = name.split(',')
        const how = words.join(',')
        const beside = (ms - derived.ms).toFixed(1)
        const paying = how === ' paying'
        return {
          figure: `\`${command}\`${how ? `,${how}` : ''}`,
          ours: `${ms} ms: + ${overBareNodeMs}${paying ? `, + ${beside} beside scrypt` : ''}; CPU ${cpuMs} ms: + ${overBareNodeCpuMs}`,
          peer: `bare node ${bare.ms} ms${paying ? `; deriving one key ${derived.ms} ms` : ''}`,
          goal: goals[name] ?? '',
        }
      })
    },
  },
}
