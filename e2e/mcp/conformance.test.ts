import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixtureServer } from '../../packages/server/src/http/mcp/testing/fixture-server.ts'

/** The released runner, and its newest version. */
const runners = ['@modelcontextprotocol/conformance', 'conformance-next']

/** A stateless server cannot send requests to its client. */
const ofServersThatAsk = ['tools-call-elicitation', 'tools-call-sampling']

describe.each(runners)('the conformance runner %s', (runner) => {
  let server: Awaited<ReturnType<typeof fixtureServer>>
  beforeAll(async () => {
    server = await fixtureServer()
  })
  afterAll(() => server.close())

  /** Names of the passed and failed scenarios in its summary. */
  async function run(...args: string[]): Promise<{ passed: string[]; failed: string[] }> {
    const output = await outputOf(...args)
    const named = (mark: string) =>
      [...output.matchAll(new RegExp(`^${mark} ([\\w-]+): \\d`, 'gm'))].map(
        ([, name]) => name ?? '',
      )
    return { passed: named('✓').sort(), failed: named('✗').sort() }
  }

  function outputOf(...args: string[]): Promise<string> {
    const entry = join(import.meta.dirname, '../../node_modules', runner, 'dist/index.js')
    const words = [entry, 'server', '--url', server.url, ...args]
    return new Promise((resolve) => {
      execFile(process.execPath, words, { maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout))
    })
  }

  test('default: passes every scenario of 2025-06-18 that applies to a stateless server', async () => {
    const { passed, failed } = await run('--suite', 'all', '--spec-version', '2025-06-18')
    expect(failed).toEqual(ofServersThatAsk)
    expect(passed).toEqual([
      'completion-complete',
      'logging-set-level',
      'ping',
      'prompts-get-embedded-resource',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-with-image',
      'prompts-list',
      'resources-list',
      'resources-read-binary',
      'resources-read-text',
      'resources-subscribe',
      'resources-templates-read',
      'resources-unsubscribe',
      'server-initialize',
      // The newest runner also checks sessions, which we do not have.
      ...(runner === 'conformance-next' ? ['server-session-lifecycle'] : []),
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-error',
      'tools-call-image',
      'tools-call-mixed-content',
      'tools-call-simple-text',
      'tools-call-with-logging',
      'tools-call-with-progress',
      'tools-list',
    ])
  })

  test('behavior: passes the scenario of later versions about foreign hosts', async () => {
    const foreign = ['--scenario', 'dns-rebinding-protection']
    // Without this option, the newest runner would continue with a version that was not negotiated.
    if (runner === 'conformance-next') foreign.push('--spec-version', '2025-06-18', '--force')
    expect(await outputOf(...foreign)).toMatch(/Passed: 2\/2/)
  })
})

describe('the newest conformance runner', () => {
  let server: Awaited<ReturnType<typeof fixtureServer>>
  beforeAll(async () => {
    server = await fixtureServer()
  })
  afterAll(() => server.close())

  /** The scored scenarios of a version by outcome, and the unscored ones. */
  async function scored(version: string) {
    const entry = join(import.meta.dirname, '../../node_modules/conformance-next/dist/index.js')
    const words = [entry, 'server', '--url', server.url, '--requirements', version]
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, words, { maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout))
    })
    const [summary = '', rest = ''] = output.split('=== SUMMARY ===')[1]?.split('Not scored') ?? []
    const names = (text: string, mark: string) =>
      [...text.matchAll(new RegExp(`^ *${mark} ([\\w-]+)`, 'gm'))].map(([, name = '']) => name)
    const unscored = new Set([...names(rest, '✓'), ...names(rest, '✗')])
    const counted = (mark: string) => names(summary, mark).filter((name) => !unscored.has(name))
    return { passed: counted('✓'), failed: counted('✗').sort(), unscoredPassed: names(rest, '✓') }
  }

  test('default: 2025-11-25: passes 26 of 30; the others need requests to the client', async () => {
    const { passed, failed } = await scored('2025-11-25')
    expect(failed).toEqual([
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      ...ofServersThatAsk,
    ])
    expect(passed).toHaveLength(26)
  })

  test('default: 2026-07-28: passes 37 of 37, and the one about headers', async () => {
    const { passed, failed, unscoredPassed } = await scored('2026-07-28')
    expect(failed).toEqual([])
    expect(passed).toHaveLength(37)
    expect(unscoredPassed).toContain('http-header-validation')
  })
})
