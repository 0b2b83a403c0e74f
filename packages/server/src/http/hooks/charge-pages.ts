import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestGate } from '../../rate-limit/request-gate.ts'
import { fileUnits } from '../../rate-limit/work-units.ts'
import { pageFileBytes } from '../layout/page-files.ts'
import { probes } from '../openapi/route.ts'
import { requestIdentityOf } from '../request-identity.ts'

/**
 * Units of work of the pages that are written for each request, by their measured CPU: 2 to 5 ms, and
 * 30 to 50 ms for a file of 10,000 rows. Every other page takes less than one unit.
 */
const unitsOfPages: Readonly<Record<string, number>> = {
  '/': 5,
  '/tools/:name': 6,
  '/openapi.json': 5,
  '/facilitator/discovery/resources': 10,
  '/account/statement.csv': 60,
}

/**
 * Charges the address for every page, also for one that does not exist, and for page files by their
 * size. So a flood of pages leaves the same CPU to paid requests as a flood of quotes.
 */
export function chargePages(
  app: FastifyInstance,
  gate: Pick<RequestGate, 'chargeWork'>,
  bytesOfFiles: ReadonlyMap<string, number> = pageFileBytes(),
): void {
  const unitsOf = ({ params, routeOptions: { url = '' } }: FastifyRequest) =>
    url === '/pages/*'
      ? fileUnits(bytesOfFiles.get((params as Record<string, string>)['*'] ?? '') ?? 0)
      : (unitsOfPages[url] ?? 1)
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions } = request
    const isPage = method === 'GET' || method === 'HEAD'
    if (!isPage || probes.includes(routeOptions.url)) return done()
    const { address } = requestIdentityOf(request)
    gate.chargeWork({ address }, unitsOf(request), { pays: false }).then(() => done(), done)
  })
}
