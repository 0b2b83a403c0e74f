import type { FastifyInstance } from 'fastify'
import { type AccountPageParts, accountSurface } from '../http/account/account.ts'
import { createAccountSessions } from '../http/account/account-session.ts'
import { type BrowserSignInParts, browserSignInSurface } from '../http/account/browser-sign-in.ts'
import { type CreditsParts, creditsSurface } from '../http/account/credits.ts'
import { keysSurface } from '../http/account/keys.ts'
import { type SiwxParts, siwxSurface } from '../http/account/siwx.ts'
import { usageSurface } from '../http/account/usage.ts'
import type { PageFacts } from '../http/layout/layout.ts'
import { builtStyle } from '../http/layout/page-files.ts'

/** Opens the account routes: keys, credits, usage, sign-in, and the account page. */
export function accountSurfaces(
  app: FastifyInstance,
  openedParts: Omit<
    CreditsParts & SiwxParts & BrowserSignInParts & AccountPageParts,
    'accountSessions' | 'frame'
  > & { facts: PageFacts },
): void {
  const parts = {
    ...openedParts,
    accountSessions: createAccountSessions(openedParts, openedParts.publicUrl),
    frame: { facts: openedParts.facts, style: builtStyle('style.css') },
  }
  keysSurface(app, parts)
  creditsSurface(app, parts)
  usageSurface(app, parts)
  siwxSurface(app, parts)
  browserSignInSurface(app, parts)
  accountSurface(app, parts)
}
