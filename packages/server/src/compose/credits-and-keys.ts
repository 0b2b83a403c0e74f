import type { FastifyInstance } from 'fastify'
import { type AccountPageParts, accountSurface } from '../http/account/account.ts'
import { createAccountSessions } from '../http/account/account-session.ts'
import { type CreditsParts, creditsSurface } from '../http/account/credits.ts'
import { type GoogleParts, googleSurface } from '../http/account/google.ts'
import { keysSurface } from '../http/account/keys.ts'
import { type SiwxParts, siwxSurface } from '../http/account/siwx.ts'
import { usageSurface } from '../http/account/usage.ts'
import type { PageFacts } from '../http/layout/layout.ts'
import { builtStyle } from '../http/layout/page-files.ts'

/** Opens the account routes: keys, credits, usage, sign-in, and the account page. */
export function accountSurfaces(
  app: FastifyInstance,
  openedParts: Omit<
    CreditsParts & SiwxParts & GoogleParts & AccountPageParts,
    'accountSessions' | 'frame' | 'providers'
  > & { facts: PageFacts },
): void {
  const parts = {
    ...openedParts,
    accountSessions: createAccountSessions(openedParts, openedParts.publicUrl),
    frame: { facts: openedParts.facts, style: builtStyle('style.css') },
    providers: openedParts.google ? [{ name: 'Google', path: '/auth/google?account=1' }] : [],
  }
  keysSurface(app, parts)
  creditsSurface(app, parts)
  usageSurface(app, parts)
  siwxSurface(app, parts)
  googleSurface(app, parts)
  accountSurface(app, parts)
}
