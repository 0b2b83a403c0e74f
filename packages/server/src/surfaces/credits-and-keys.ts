import type { FastifyInstance } from 'fastify'
import { type CreditsParts, creditsSurface } from './credits.ts'
import { type GoogleParts, googleSurface } from './google.ts'
import { keysSurface } from './keys.ts'
import { type SiwxParts, siwxSurface } from './siwx.ts'
import { usageSurface } from './usage.ts'

/** Everything an account needs: keys, credits, usage, and sign-in. */
export function accountSurfaces(
  app: FastifyInstance,
  parts: CreditsParts & SiwxParts & GoogleParts,
): void {
  keysSurface(app, parts)
  creditsSurface(app, parts)
  usageSurface(app, parts)
  siwxSurface(app, parts)
  googleSurface(app, parts)
}
