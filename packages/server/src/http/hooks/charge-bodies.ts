import type { FastifyInstance } from 'fastify'
import type { RequestGate } from '../../rate-limit/request-gate.ts'
import { bodyUnits } from '../../rate-limit/work-units.ts'
import { bodyText } from '../http-defaults.ts'
import { requestIdentityOf } from '../request-identity.ts'

/** Bodies up to this length are not charged: the server reads one in about a millisecond. */
export const freeCharacters = 16_384

/**
 * These routes charge for a body themselves, after they have read its payment: a proven payment is
 * answered at any limit.
 */
const chargingRoutes: readonly (string | undefined)[] = [
  '/api/graphql',
  '/tools/:name',
  '/api/v1/price',
]

/**
 * Charges the reading of a large body by its length before any handler parses it. So an address
 * that is at its limit, or sends malformed bodies, costs no more than receiving them.
 */
export function chargeBodies(app: FastifyInstance, gate: Pick<RequestGate, 'chargeReading'>): void {
  app.addHook('preValidation', (request, _, done) => {
    const { length } = bodyText(request)
    if (length <= freeCharacters || chargingRoutes.includes(request.routeOptions.url)) return done()
    gate.chargeReading(requestIdentityOf(request), bodyUnits(length)).then(() => done(), done)
  })
}
