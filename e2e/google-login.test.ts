import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type OpenidProvider,
  startOpenidProvider,
} from '../packages/server/src/http/testing/openid-provider.ts'
import { freePort } from '../packages/server/src/redis/testing/redis-server.ts'
import { type ClientHome, fiq, fiqJson } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

const root = join(import.meta.dirname, '..')

describe('fiq login google', () => {
  let provider: OpenidProvider
  let server: Awaited<ReturnType<typeof runningServer>>
  let client: ClientHome
  beforeAll(async () => {
    const port = await freePort()
    provider = await startOpenidProvider(`http://127.0.0.1:${port}/auth/google/callback`)
    client = { url: `http://127.0.0.1:${port}`, home: mkdtempSync(join(tmpdir(), 'fiq-google-')) }
    const secret = join(client.home, 'client-secret')
    writeFileSync(secret, provider.clientSecret, { mode: 0o600 })
    server = await runningServer({
      port: String(port),
      publicUrl: client.url,
      googleIssuer: provider.issuer,
      googleClientId: provider.clientId,
      googleClientSecretFile: secret,
    })
  })
  afterAll(async () => {
    await server.close()
    provider.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  test('default: opens the browser, a person signs in, and the stored key works', async () => {
    const run = begin(client, { opener: true })
    const address = await run.address()
    expect(await run.openedWith()).toBe(address)
    const page = await browse(address, (text) => {
      const shown = /shows this code: (\S+)/.exec(run.stderr())![1]!
      expect(text).toContain(`<code>${shown}</code>`)
      return provider.signIn(continueAddress(text), 'ada')
    })
    expect(page).toContain('You can close this page')
    expect(await run.ended).toBe(0)
    expect(JSON.parse(run.stdout())).toMatchObject({ by: 'google', store: 'file' })
    const kept = readFileSync(join(client.home, 'credentials.json'), 'utf8')
    const key = /fiq_[\w-]{43}/.exec(kept)![0]
    expect(run.stdout() + run.stderr()).not.toContain(key)
    expect(await fiqJson(client, 'credits')).toMatchObject({
      organisation: { name: `${provider.issuer} ada` },
    })
    expect((await fiq(client, ['logout'])).stderr).toContain('revoked')
  })

  test('error: reports in the terminal that the person declined', async () => {
    const run = begin(client, { opener: false })
    const page = await browse(await run.address(), async (text) => {
      const { searchParams } = new URL(continueAddress(text))
      const back = new URL(searchParams.get('redirect_uri')!)
      back.search = String(
        new URLSearchParams({
          error: 'access_denied',
          state: searchParams.get('state')!,
          iss: provider.issuer,
        }),
      )
      return back
    })
    expect(page).toContain('The terminal shows the reason')
    expect(await run.ended).toBe(4)
    const { error } = JSON.parse(run.stderr().split('\n').at(-2)!)
    expect(error).toMatchObject({ code: 'SIGN_IN_REFUSED' })
    expect(error.facts.join()).toContain('access_denied')
    expect(run.stderr()).toContain('Open this address in a browser:')
  })

  test('error: Ctrl-C during the wait ends it and closes the port', async () => {
    const run = begin(client, { opener: false })
    const port = new URL(await run.address()).searchParams.get('cli_port')
    run.interrupt()
    expect(await run.ended).toBe(130)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  })
})

/** Runs the built `fiq login google`, with or without a program that opens addresses. */
function begin({ url, home }: ClientHome, { opener }: { opener: boolean }) {
  const bin = join(home, 'bin')
  const opened = join(home, 'opened')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`)
  chmodSync(join(bin, 'xdg-open'), 0o755)
  const child = spawn(join(root, 'bin/fiq'), ['login', 'google', '--store', 'file'], {
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      FIQ_URL: url,
      FIQ_HOME: home,
      ...defined({ DISPLAY: opener ? ':99' : undefined }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk))
  return {
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    interrupt: () => child.kill('SIGINT'),
    ended: new Promise<number | null>((resolve) => child.on('close', resolve)),
    async address() {
      const found = () => /^ {2}(http\S+)\n/m.exec(text.stderr)?.[1] ?? ''
      await expect.poll(found, { timeout: 10_000 }).not.toBe('')
      return found()
    },
    async openedWith() {
      await expect.poll(() => readFileSync(opened, 'utf8'), { timeout: 5_000 }).not.toBe('')
      return readFileSync(opened, 'utf8')
    },
  }
}

/** Opens the server's page, follows the redirects of the provider, and returns to the terminal. */
async function browse(
  address: string,
  atProvider: (page: string) => Promise<URL>,
): Promise<string> {
  const page = await fetch(address)
  const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!
  const callback = await atProvider(await page.text())
  const back = await fetch(callback, { headers: { cookie }, redirect: 'manual' })
  expect([back.status, await back.text()]).toEqual([302, ''])
  return (await fetch(back.headers.get('location')!)).text()
}

function continueAddress(page: string): string {
  return /class="btn main" href="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
}
