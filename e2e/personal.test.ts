import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A separate network without external access, with its own host names. */
const apart = ['--map-root-user', '--net', '--mount']
const canPart =
  spawnSync('unshare', [...apart, 'sh', '-c', 'ip link set lo up && openssl version']).status === 0

type Ended = { status: number | null; out: string; err: string }

test.skipIf(!canPart)(
  "default: fiq up, then the price of AAPL: weeks old, then with a free key, then by the user's decision; without a wallet (skipped where no network can be made)",
  async () => {
    const script = join(import.meta.dirname, 'testing/personal-apart.ts')
    const words = [...apart, process.execPath, script]
    const { stdout } = await promisify(execFile)('unshare', words)
    const { steps, left, asked, log, alertLog, counts } = JSON.parse(stdout) as {
      steps: Record<string, Ended>
      left: string[]
      asked: string[]
      log: string
      alertLog: string
      counts: number[]
    }
    const { none, ...others } = steps
    for (const [name, { status, err }] of Object.entries(others))
      expect(status, `${name}: ${err}`).toBe(0)

    expect(none?.status).toBe(5)
    expect(JSON.parse(none?.err ?? '').error.remedy).toMatch(/^Run fiq up: /)
    expect(JSON.parse(steps['up']?.out ?? '')).toMatchObject({
      running: true,
      areas: expect.arrayContaining([expect.objectContaining({ area: 'quotes', isReady: true })]),
    })
    expect(steps['up']?.err).toContain('weeks old')

    expect(steps['contact']?.err).toMatch(/^SEC contact: its source answers/m)
    expect(steps['alpacaKey']?.err).toMatch(/^Alpaca: its source answers/m)
    const quote = (name: string) => [steps[name]?.out ?? '', steps[name]?.err ?? '']
    const [price, source] = quote('noKey')
    expect(price).toMatch(/^AAPL .* 331\.25 /m)
    expect(source).toMatch(/^source {2}SEC fails-to-deliver files, [\s\S]*\b\d+ days\s+old$/m)
    expect(quote('alpaca')[0]).toMatch(/^AAPL .* 340\.50 +\S+ +\+1\.50 +\+0\.44%/m)
    expect(quote('alpaca')[1]).toContain('source  Alpaca delayed quotes')
    expect(steps['allow']?.out).toContain("Cboe's terms")
    expect(quote('cboe')[0]).toMatch(/^AAPL .* 342\.75 +\S+ +\+1\.50 +\+0\.44%/m)
    expect(quote('cboe')[1]).toContain('source  Cboe delayed quotes')

    expect(JSON.parse(steps['alerts']?.out ?? '')).toHaveLength(2)
    expect(JSON.parse(steps['alertsLeft']?.out ?? '')).toEqual([
      { condition: 'AAPL < 100', run: null },
    ])
    expect(alertLog).toMatch(/AAPL +342\.75 +< 400 +– +REACHED/)
    expect(JSON.parse(steps['alertRemoved']?.out ?? '')).toEqual([])

    // After fiq down, after kill -9 of the server, and of both, one process checks them again.
    expect(counts).toEqual([1, 1, 1, 1])
    expect(steps['farStored']?.err).toContain('Checked every 15 s.')
    expect(steps['farDown']?.err).toContain('Alerts that nothing checks now: 2; fiq up')
    for (const name of ['AfterDown', 'AfterKill', 'AfterBoth']) {
      expect(steps[`farUp${name}`]?.err).toContain('Alerts in the background: 2.')
      expect(steps[`far${name}`]?.out).toMatch(/^AAPL +< 50 +–\nAAPL +> 9000 +–$/m)
      expect(steps[`far${name}`]?.err).toContain('Checked every 15 s.')
    }
    expect(alertLog + log).not.toContain('UNFORESEEN')

    // No wallet, no journal, and no source that needs the person's own permission.
    expect(left).toEqual(['compiled', 'personal'])
    expect(asked).not.toContainEqual(expect.stringMatching(/yahoo|dxfeed|nasdaq/))
    expect(JSON.stringify(steps) + log).not.toMatch(/fiq_[\w-]{43}|a-secret/)
    expect(log).not.toContain('unforeseen')
  },
  240_000,
)
