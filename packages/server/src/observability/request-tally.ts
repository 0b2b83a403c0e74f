/**
 * Counts requests in plain numbers and formats them at each scrape. At tens of thousands of
 * requests a second, hashing labels for each would be a large part of its cost.
 */
export type RequestTally = {
  /**
   * @param route - pattern of the path, e.g. `/tools/:name`;
   * @param tool - name in the catalog, else empty.
   */
  answered(route: string, tool: string, status: number, seconds: number): void
  /** Prometheus text format 0.0.4. */
  text(): string
}

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3, 10, 30]

/** Counts of one route. */
type Route = {
  /** Number of requests by tool, then by status. */
  tools: Map<string, Map<number, number>>
  /** Number of requests in each bucket: longer than the previous bound, up to its own. */
  buckets: number[]
  count: number
  seconds: number
}

/** Creates an empty tally. */
export function createRequestTally(): RequestTally {
  const routes = new Map<string, Route>()
  return {
    answered(route, tool, status, seconds) {
      const known = entry(routes, route, newRoute)
      const statuses = entry(known.tools, tool, newStatuses)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      known.count += 1
      known.seconds += seconds
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) known.buckets[bucket]! += 1
    },
    text: () =>
      [
        '# HELP fiq_http_requests_total Requests answered',
        '# TYPE fiq_http_requests_total counter',
        ...[...routes].flatMap(countsOf),
        '',
        '# HELP fiq_http_request_seconds Time from a request to its answer',
        '# TYPE fiq_http_request_seconds histogram',
        ...[...routes].flatMap(durationsOf),
        '',
      ].join('\n'),
  }
}

function countsOf([route, { tools }]: [string, Route]): string[] {
  return [...tools].flatMap(([tool, statuses]) =>
    [...statuses].map(
      ([status, count]) =>
        `fiq_http_requests_total{route="${route}",tool="${tool}",status="${status}"} ${count}`,
    ),
  )
}

/** Cumulative buckets, as Prometheus requires: each includes the previous ones. */
function durationsOf([route, { buckets, count, seconds }]: [string, Route]): string[] {
  const name = 'fiq_http_request_seconds'
  let within = 0
  return [
    ...bounds.map((bound, place) => {
      within += buckets[place] ?? 0
      return `${name}_bucket{le="${bound}",route="${route}"} ${within}`
    }),
    `${name}_bucket{le="+Inf",route="${route}"} ${count}`,
    `${name}_sum{route="${route}"} ${seconds}`,
    `${name}_count{route="${route}"} ${count}`,
  ]
}

function newRoute(): Route {
  return { tools: new Map(), buckets: bounds.map(() => 0), count: 0, seconds: 0 }
}

function newStatuses(): Map<number, number> {
  return new Map()
}

function entry<value>(known: Map<string, value>, key: string, create: () => value): value {
  let found = known.get(key)
  if (found === undefined) {
    found = create()
    known.set(key, found)
  }
  return found
}
