import type { FastifyInstance } from 'fastify'
import { type CreditsParts, creditsSurface } from '../http/account/credits.ts'
import { type GoogleParts, googleSurface } from '../http/account/google.ts'
import { keysSurface } from '../http/account/keys.ts'
import { type SiwxParts, siwxSurface } from '../http/account/siwx.ts'
import { usageSurface } from '../http/account/usage.ts'

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
