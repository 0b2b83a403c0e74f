import { comparisonCode } from '@fiq/shared/comparison-code'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import * as z from 'zod'
import { keyDaysMax } from '../../accounts/accounts.ts'
import {
  type BrowserSignInPorts,
  organisationOf,
  redeemCliCode,
  startBrowserSignIn,
  storeCliCode,
  takeAttempt,
} from '../../accounts/browser-sign-in.ts'
import type { IdentityProvider, IdentityProviders } from '../../accounts/identity-provider.ts'
import { parseBody } from '../../accounts/parse-body.ts'
import { attemptLifeMs, type CliRequest, cliRequestSchema } from '../../accounts/sign-in-attempt.ts'
import { issueSignInKey } from '../../accounts/sign-in-key.ts'
import {
  type SignInProvider,
  signInProviderNames,
  signInProviders,
} from '../../config/sign-in-providers.ts'
import type { Organisation } from '../../storage/accounts/access-store.ts'
import { errorAnswer, fiqErrorOf, type HttpAnswer, withFields } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { type AccountParts, jsonAnswer, withLimit } from '../keys-bearer.ts'
import { cookieName, cookieText } from '../session/session-request.ts'
import { type OriginParts, signInOrigin } from '../sign-in-origin.ts'
import type { AccountSessions } from './account-session.ts'
import { shown } from './keys.ts'
import { errorPage, type SignInFrame, signInPage } from './sign-in-pages.ts'

export type BrowserSignInParts = AccountParts &
  OriginParts & {
    identityProviders: IdentityProviders
    accountSessions: Pick<AccountSessions, 'open'>
    frame: SignInFrame
  }

type Query = FastifyRequest<{ Querystring: Record<string, string | undefined> }>

const tokenSchema = z.object({
  code: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
  expiresInDays: z.number().int().min(1).max(keyDaysMax).optional(),
})

/**
 * `/auth/NAME` for each provider: a user signs in with it and gets an API key, shown once. A program
 * on the user's computer can get it instead: see docs/sign-in.md.
 */
export function browserSignInSurface(app: FastifyInstance, parts: BrowserSignInParts): void {
  for (const name of signInProviderNames) providerRoutes(app, name, parts)
}

function providerRoutes(
  app: FastifyInstance,
  name: SignInProvider,
  parts: BrowserSignInParts,
): void {
  const accounts = { ...parts.access.accounts, name }
  const path = `/auth/${name}`
  const callbackPath = `${path}/callback`
  const page =
    (run: (request: Query, ports: BrowserSignInPorts, origin: string) => Promise<HttpAnswer>) =>
    (request: Query, reply: FastifyReply) =>
      withLimit(parts, request, reply, async () => {
        try {
          const ports = { ...accounts, provider: configured(parts.identityProviders, name) }
          return await run(request, ports, signInOrigin(request, parts))
        } catch (thrown) {
          const error = fiqErrorOf(thrown, parts.report)
          return wantsJson(request) ? errorAnswer(error) : errorPage(error, parts.frame)
        }
      })

  app.get(
    path,
    page(async (request, ports, origin) => {
      const cli = readCliRequest(request.query)
      const target = cli ?? (request.query['account'] === undefined ? undefined : 'account')
      const redirectUri = `${origin}${callbackPath}`
      const { cookie, address } = await startBrowserSignIn({ redirectUri, target }, ports)
      const headers = { 'set-cookie': cookieField(origin, cookie, attemptLifeMs / 1_000) }
      const answer = cli ? fromProgram(cli, address.href, parts.frame) : redirect(address.href)
      return withFields(answer, headers)
    }),
  )

  app.get(
    callbackPath,
    page(async (request, ports, origin) => {
      const callback = new URL(request.raw.url ?? '', origin)
      const cookie = cookieIn(request, origin)
      const attempt = await takeAttempt({ cookie, callback }, ports)
      const signedIn = () => organisationOf(attempt, callback, ports)
      // The used cookie of the attempt remains for its ten minutes.
      if (attempt.toAccount) return toAccount(await signedIn(), request, parts)
      const answer = attempt.cli
        ? backToProgram(attempt.cli, await codeOrError(signedIn, attempt.cli, ports, parts.report))
        : await keyAnswer(await signedIn(), ports, wantsJson(request) ? undefined : parts.frame)
      return withFields(answer, { 'set-cookie': cookieField(origin, '', 0) })
    }),
  )

  app.post(`${path}/token`, (request, reply) =>
    withLimit(parts, request, reply, async () => {
      configured(parts.identityProviders, name)
      const { code, verifier, expiresInDays: days } = readToken(bodyText(request))
      const { key, row } = await redeemCliCode({ code, verifier, days }, accounts)
      return jsonAnswer(200, { key, ...shown(row, accounts.nowMs()) })
    }),
  )
}

/**
 * Asks the user to compare a code that the page and the program show, so that no key goes to a
 * program that the user did not start.
 */
function fromProgram(
  { challenge, port }: CliRequest,
  address: string,
  frame: SignInFrame,
): HttpAnswer {
  const content = html`<p>
      A program that listens at 127.0.0.1:${String(port)} asks for an API key in your name.
    </p>
    <p>
      Continue only if you started it just now and it shows this code: <code>${comparisonCode(challenge)}</code>
    </p>
    <p><a class="btn main" href="${address}" rel="noreferrer">Continue</a></p>`
  return signInPage(200, { title: 'Sign in for a program on this computer', content }, frame)
}

/**
 * Forwards the browser by a page of this site: the account cookie is not sent with a navigation
 * from another site.
 */
async function toAccount(
  organisation: Organisation,
  request: FastifyRequest,
  { accountSessions, frame }: BrowserSignInParts,
): Promise<HttpAnswer> {
  const cookie = await accountSessions.open(organisation, request)
  const content = html`<p>You are signed in. <a href="/account">Your account</a></p>`
  const page = signInPage(200, { title: 'Signed in', content }, frame)
  return withFields(page, { 'set-cookie': cookie, refresh: '0; url=/account' })
}

/** Redirects to the waiting program with the code, or with the error, as RFC 6749 defines. */
async function codeOrError(
  signedIn: () => Promise<Organisation>,
  { challenge }: CliRequest,
  ports: BrowserSignInPorts,
  report: AccountParts['report'],
): Promise<Record<string, string>> {
  try {
    const { id } = await signedIn()
    return { code: await storeCliCode({ organisation: id, challenge }, ports) }
  } catch (thrown) {
    const { code, message, facts } = fiqErrorOf(thrown, report)
    return { error: code, error_description: [message, ...facts].join(' ') }
  }
}

function backToProgram({ port, state }: CliRequest, fields: Record<string, string>): HttpAnswer {
  const query = new URLSearchParams({ ...fields, state })
  return redirect(`http://127.0.0.1:${port}/callback?${query}`)
}

/** @param frame - absent for a program, which gets JSON. */
async function keyAnswer(
  organisation: Organisation,
  ports: BrowserSignInPorts,
  frame: SignInFrame | undefined,
): Promise<HttpAnswer> {
  const keyRequest = { organisation: organisation.id, name: `${ports.name} sign-in` } as const
  const { key, row } = await issueSignInKey(keyRequest, ports)
  const facts = shown(row, ports.nowMs())
  if (!frame) return jsonAnswer(200, { key, ...facts, plan: organisation.plan })
  const content = html`<p class="break"><code>${key}</code></p>
    <p>It is shown only once: store it now. It is valid until ${facts.expiresAt ?? 'it is revoked'}.</p>
    <p>Send it as <code>Authorization: Bearer …</code>, on the plan ${organisation.plan}.</p>`
  return signInPage(200, { title: 'Your API key', content }, frame)
}

function redirect(location: string): HttpAnswer {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return { status: 302, headers, body: '' }
}

function configured(providers: IdentityProviders, name: SignInProvider): IdentityProvider {
  const provider = providers[name]
  if (provider) return provider
  const { title } = signInProviders[name]
  throw new FiqError('NOT_CONFIGURED', `This server does not offer sign-in with ${title}.`, {
    remedy: 'Sign in with a wallet at /auth/siwx/nonce, or pay per query without a key.',
  })
}

function readCliRequest(query: Readonly<Record<string, string | undefined>>) {
  const { cli_port: port, cli_challenge: challenge, cli_state: state } = query
  if (port === undefined && challenge === undefined && state === undefined) return undefined
  const request = cliRequestSchema.safeParse({ port, challenge, state })
  if (request.success) return request.data
  throw new FiqError(
    'BAD_INPUT',
    'cli_port must be 1024 to 65535, cli_challenge a SHA-256 in base64url, cli_state 16 to 128 characters of A-Z a-z 0-9 - _.',
  )
}

function readToken(text: string): z.infer<typeof tokenSchema> {
  const body = tokenSchema.safeParse(parseBody(text))
  if (body.success) return body.data
  throw new FiqError('BAD_INPUT', 'Send { "code": "…", "verifier": "…" }.')
}

const cookieOfSignIn = 'fiq_sign_in'

function cookieField(origin: string, value: string, seconds: number): string {
  return cookieText(cookieOfSignIn, origin, { value, seconds, sameSite: 'Lax' })
}

function cookieIn({ headers }: FastifyRequest, origin: string): string | undefined {
  const start = `${cookieName(cookieOfSignIn, origin)}=`
  const fields = (headers.cookie ?? '').split(';').map((field) => field.trim())
  return fields.find((field) => field.startsWith(start))?.slice(start.length)
}

function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
