import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defined } from '@fiq/shared/defined'
import { afterEach, expect, test } from 'vitest'
import type { SettingName } from '../packages/server/src/config/settings.ts'
import { startOpenidProvider } from '../packages/server/src/http/testing/openid-provider.ts'
import { createRequest, type Description } from './testing/described-answers.ts'
import { runningServer } from './testing/running-server.ts'

// Checks responses of special situations against the description.

const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const screening = { query: '{ sanctionsScreen(name: "Aerocaribbean") { score } }' }

test('default: operator responses match, from signing in to signing out', async () => {
  const { server, ask, operator } = await situation()
  const { link } = await operator('operators', 'add', 'ann', '--public-url', server.url)
  const code = /#code=(.*)$/.exec(link!)![1]!
  const page = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const signedIn = await ask('POST', '/admin/api/sign-in', { body: { code }, headers: page })
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0]!
  const mine = { ...page, cookie, 'x-fiq-csrf': String(signedIn.json['csrf']) }
  const of = (what: string, template?: string) => ({
    path: `/admin/api/${what}`,
    ...defined({ template: template ? `/admin/api/${template}` : undefined }),
  })
  const read = async (what: string, template?: string) => {
    const { path, ...rest } = of(what, template)
    return ask('GET', path, { headers: mine, ...rest })
  }
  const change = async (what: string, body: object, template?: string) => {
    const { path, ...rest } = of(what, template)
    return ask('POST', path, { headers: mine, body, ...rest })
  }

  const made = await change('organisations', { name: 'Acme', plan: 'basic' })
  const id = String(made.json['id'])
  const one = `organisations/${id}`
  const given = { credits: 100, reason: 'trial', request: '6f1c2a52-6f0e-4f0e-9a53-0c6a7a0f5b11' }
  const newKey = await change(`${one}/keys`, { name: 'web' }, 'organisations/{id}/keys')
  const bearer = { authorization: `Bearer ${newKey.json['key']}` }
  const asked = { body: { query: '{ marketStatus { session } }' }, headers: bearer }
  await ask('POST', '/api/graphql', asked)
  const detail = await read(one, 'organisations/{id}')
  const [key] = detail.json['keys'] as { id: string }[]

  const unpaid = `payments/0x${'a'.repeat(40)}/0x${'b'.repeat(64)}`
  const answers = [
    signedIn,
    made,
    newKey,
    detail,
    await read('session'),
    await read('overview'),
    await read('payments'),
    await read(unpaid, 'payments/{payer}/{nonce}'),
    await read('organisations'),
    await read('system'),
    await change(`${one}/credits`, given, 'organisations/{id}/credits'),
    await change(`${one}/plan`, { plan: 'professional' }, 'organisations/{id}/plan'),
    await change(`${one}/plan`, { plan: 'none' }, 'organisations/{id}/plan'),
    await change(`${one}/keys/revoke`, { key: key!.id }, 'organisations/{id}/keys/revoke'),
    await change('payments/reconcile', {}),
    await change('payments/credit', {}),
    await read('actions'),
    await read(one, 'organisations/{id}'),
    await change('sign-out', {}),
    await read('session'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 200, 200, 200, 404, 200, 200],
    ...[200, 200, 400, 200, 200, 400, 200, 200, 200, 401],
  ])
})

test('error: a plan without the area gives 403', async () => {
  const { ask, operator } = await situation()
  const { key } = await operator('keys', 'create', '--org', 'Small', '--plan', 'basic')
  const headers = { authorization: `Bearer ${key}` }
  const answers = [
    await ask('POST', '/api/graphql', { body: screening, headers }),
    await ask('POST', '/tools/sanctionsScreen', { body: { name: 'Aerocaribbean' }, headers }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403])
})

test('error: a source without a response gives 503', async () => {
  const { ask, operator } = await situation((folder) => ({ upstream: `mirror:${folder}` }))
  const { key } = await operator('keys', 'create', '--org', 'Acme', '--credits', '1000')
  const headers = { authorization: `Bearer ${key}` }
  const answer = await ask('POST', '/tools/quotes', { body: { tickers: ['MSFT'] }, headers })
  expect(answer.status).toBe(503)
})

test('default: Google sign-in redirects the browser with 302', async () => {
  const provider = await startOpenidProvider('http://127.0.0.1:1/auth/google/callback')
  cleanups.push(() => provider.close())
  const { ask } = await situation((folder) => {
    const secret = join(folder, 'client-secret')
    writeFileSync(secret, provider.clientSecret, { mode: 0o600 })
    return {
      publicUrl: 'http://127.0.0.1:1',
      googleIssuer: provider.issuer,
      googleClientId: provider.clientId,
      googleClientSecretFile: secret,
    }
  })
  const sent = await ask('GET', '/auth/google')
  expect(sent.status).toBe(302)
  expect(sent.headers.get('location')).toContain(provider.issuer)
})

/**
 * A server with its description and command line.
 *
 * @param flags - Receives a folder for its files.
 */
async function situation(
  flags: (folder: string) => Partial<Record<SettingName, string>> = () => ({}),
) {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-situation-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const server = await runningServer(flags(folder))
  cleanups.push(server.close)
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description
  const operator = async (...words: string[]) => {
    const args = [main, ...words, '--data-dir', join(server.folder, 'data'), '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout) as Record<string, string>
  }
  return { server, operator, ask: createRequest(server.url, document) }
}
