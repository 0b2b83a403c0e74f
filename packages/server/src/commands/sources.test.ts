import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { personalGrants } from '../sources/grades/own-decisions.ts'
import { sourceOwners } from '../sources/grades/source-grades.ts'
import { storedAnswersFolder } from '../sources/grades/stored-answers.ts'
import { allowOwner, listSources, revokeOwner } from './sources.ts'
import { sourcesCommands } from './sources-commands.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sources-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const ports = (variables: readonly string[] = []) => ({
  dataDir,
  connectors,
  isSet: (variable: string) => variables.includes(variable),
  now: () => new Date('2026-11-22T12:00:00Z'),
})
const yes = async () => true
const stored = (host: string) => join(storedAnswersFolder(dataDir), host)
function store(...hosts: string[]) {
  for (const host of hosts) {
    mkdirSync(stored(host), { recursive: true })
    writeFileSync(join(stored(host), 'answer'), 'of the source')
  }
}

describe('sources allow', () => {
  test('default: after confirmation, the sources of one owner are enabled', async () => {
    const shown: string[] = []
    const grants = personalGrants(dataDir, () => 0)
    expect(grants.has('yahoo-chart')).toBe(false)
    const read = async (words: string) => shown.push(words) > 0
    await allowOwner('yahoo', read, ports())
    expect(shown[0]).toMatch(/^These sources are off\. .*deleted\.\n\nYahoo: Yahoo's terms/s)
    const later = personalGrants(dataDir, () => 0)
    expect([later.has('yahoo-chart'), later.has('yahoo-quote')]).toEqual([true, true])
    expect([later.has('cboe-quote'), later.has('nasdaq-screener')]).toEqual([false, false])
    expect(statSync(join(dataDir, 'sources.json')).mode & 0o777).toBe(0o600)
  })

  test('error: a refusal changes nothing', async () => {
    const declined = allowOwner('cboe', async () => false, ports())
    await expect(declined).rejects.toMatchObject({ code: 'DECLINED' })
    expect(existsSync(join(dataDir, 'sources.json'))).toBe(false)
  })

  test.each(['all', 'nasdaq', 'sec', '*', ''])(
    'error: refuses the unknown switch "%s"',
    async (owner) => {
      await expect(allowOwner(owner, yes, ports())).rejects.toMatchObject({ code: 'BAD_INPUT' })
    },
  )
})

describe('sources revoke', () => {
  test('default: deletes only the stored answers of that owner', async () => {
    await allowOwner('yahoo', yes, ports())
    await allowOwner('cboe', yes, ports())
    store('query2.finance.yahoo.com', 'cdn-api.cboe.com', 'www.sec.gov')
    revokeOwner('yahoo', ports())
    const hosts = ['query2.finance.yahoo.com', 'cdn-api.cboe.com', 'www.sec.gov']
    expect(hosts.map((host) => existsSync(stored(host)))).toEqual([false, true, true])
    const grants = personalGrants(dataDir, () => 0)
    expect([grants.has('yahoo-chart'), grants.has('cboe-quote')]).toEqual([false, true])
  })
})

describe('sources', () => {
  test('default: shows for every owner whether its sources are used', async () => {
    await allowOwner('kalshi', yes, ports())
    const rows = listSources(ports(['FINNHUB_API_KEY'])).json as {
      owner: string
      isOn: boolean
      says: string
    }[]
    expect(rows).toHaveLength(sourceOwners.length)
    const of = (id: string) => rows.find(({ owner }) => owner === id)
    expect(of('sec')).toMatchObject({ isOn: false, says: 'off; SEC_USER_AGENT turns it on' })
    expect(of('eu')).toMatchObject({ isOn: false, says: 'off; EU_SANCTIONS_TOKEN turns it on' })
    expect(of('alpaca')?.says).toBe('off; ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY turn it on')
    expect(of('reddit')?.says).toContain('REDDIT_CLIENT_ID')
    expect(of('ofac')).toMatchObject({ isOn: true, says: 'on' })
    const contact = listSources(ports(['SEC_USER_AGENT'])).json as typeof rows
    expect(contact.find(({ owner }) => owner === 'sec')).toMatchObject({ isOn: true, says: 'on' })
    expect(of('finnhub')).toMatchObject({ isOn: true })
    expect(of('courtlistener')).toMatchObject({ isOn: false })
    expect(of('fred')).toMatchObject({ isOn: true, says: 'on; FRED_API_KEY adds more' })
    expect(of('kalshi')?.says).toBe('on since 2026-11-22 by your decision')
    expect(of('yahoo')).toMatchObject({ isOn: false })
    expect(of('nasdaq')).toMatchObject({ isOn: false, says: 'off' })
  })
})

describe('the commands', () => {
  const run = async (words: readonly string[], ask?: (question: string) => Promise<string>) => {
    const lines: string[] = []
    const program = new Command().exitOverride()
    sourcesCommands(program, {
      environment: {},
      now: () => new Date('2026-11-22T12:00:00Z'),
      write: (line) => lines.push(line),
      columns: 60,
      prompt: ask,
    })
    await program.parseAsync(['sources', ...words, '--data-dir', dataDir], { from: 'user' })
    return lines.join('\n')
  }

  test('default: shows the text, asks, and enables the switch', async () => {
    const output = await run(['allow', 'multpl'], async () => 'y')
    expect(output).toContain('We found no terms that clearly allow this.')
    const [decision = ''] = output.split('\n\n')
    expect(Math.max(...decision.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60)
    expect(JSON.parse(await run(['--json']))).toContainEqual(
      expect.objectContaining({ owner: 'multpl', isOn: true }),
    )
    expect(await run([])).toMatch(
      /^yahoo +Yahoo +your decision +off; to switch on: fiq-server sources allow/m,
    )
    await run(['revoke', 'multpl'])
    expect(personalGrants(dataDir, () => 0).has('multpl')).toBe(false)
  })

  test('error: without a terminal, needs an explicit confirmation', async () => {
    await expect(run(['allow', 'yahoo'])).rejects.toMatchObject({ code: 'USAGE' })
    await expect(run(['allow', 'yahoo'], async () => '')).rejects.toMatchObject({
      code: 'DECLINED',
    })
    expect(await run(['allow', 'yahoo', '--yes'])).toContain("Yahoo's terms")
  })
})
