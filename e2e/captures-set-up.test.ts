import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupEntries } from '../packages/cli/src/personal/setup-keys.ts'
import { captured, masked, widths } from './testing/capture.ts'
import { type ClientHome, fiqJson } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'
import { openPane, tmuxIsThere } from './testing/tmux-pane.ts'

// The whole terminal of the commands that set up a client, and of their prompts, at common widths.

describe.skipIf(!tmuxIsThere)('the terminal of setup, sign-in, top-up and doctor', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let client: ClientHome
  beforeAll(async () => {
    server = await runningServer()
    client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-captures-')) }
    await fiqJson(client, 'wallet', 'create', '--store', 'file')
    await fiqJson(client, 'wallet', 'fund')
    await fiqJson(client, 'budget', 'set', '--per-day', '5')
  })
  afterAll(async () => {
    await server.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  /** Without addresses, nonces and times. */
  const shown = (text: string) =>
    masked(client, text)
      .replace(/0x[0-9a-fA-F]{40}\b/g, `0x${'0'.repeat(40)}`)
      .replace(/(?<=Nonce: )\w+/g, '0')
      .replace(/20\d\d-\d\d-\d\d(T[\d:.]+Z)?/g, 'yyyy-mm-dd')

  test('default: fiq setup', async () => {
    const screens: string[] = []
    for (const columns of widths) {
      using pane = await openPane(client, { columns, rows: 90 }, 'setup')
      for (const { variables } of setupEntries) {
        await pane.until(new RegExp(`^${variables[0]!.prompt}:$(?![^])`, 'm'))
        await pane.press('Enter')
      }
      const screen = await pane.until(/^ended 0$/m)
      screens.push(`${columns} columns`, screen.replace(/^icanon echo\nended 0$/m, ''))
    }
    expect(shown(screens.join('\n'))).toMatchSnapshot()
  })

  test('error: Ctrl-C at the prompts of fiq setup and fiq login key', async () => {
    const screens: string[] = []
    for (const [words, prompt] of [
      ['setup fred', 'FRED key:'],
      ['login key', 'API key for'],
    ] as const) {
      using pane = await openPane(client, { columns: 80, rows: 40 }, words)
      await pane.until(prompt)
      // Once: a second one would end the shell. The prompt reads keys as soon as it is written.
      await pane.press('C-c')
      await pane.until('ended 130')
      screens.push(await pane.all())
    }
    expect(shown(screens.join('\n'))).toMatchSnapshot()
  })

  test('default: fiq doctor', async () => {
    const screen = shown(await captured(client, 'doctor'))
    // A machine may have a keychain, which is then one of the others.
    const keychain = /^\S+ +keychain .*\n( {8,}.*\n)*/gm
    expect(screen.replace(keychain, '').replace(/\d+ others/g, '00 others')).toMatchSnapshot()
  })

  test('default: sign in with the wallet, top up, and sign out', async () => {
    const texts: string[] = []
    for (const words of [
      ...['topup 1 --dry-run', 'credits', 'login google', 'login siwx --store file --yes'],
      ...['topup 1 --yes', 'credits', 'logout'],
    ])
      texts.push(`fiq ${words}`, await captured(client, words, {}, /^ended \d+$/m))
    expect(shown(texts.join('\n'))).toMatchSnapshot()
  })
})
