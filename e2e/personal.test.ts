import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A network of its own, without a way out, and names of its own. */
const apart = ['--map-root-user', '--net', '--mount']
const canPart =
  spawnSync('unshare', [...apart, 'sh', '-c', 'ip link set lo up && openssl version']).status === 0

type Ended = { status: number | null; out: string; err: string }

test.skipIf(!canPart)(
  'default: fiq up, then the price of AAPL: weeks old, with a free key, by an own decision; without a wallet (skipped where no network can be made)',
  async () => {
    const script = join(import.meta.dirname, 'testing/personal-apart.ts')
    const words = [...apart, process.execPath, script]
    const { stdout } = await promisify(execFile)('unshare', words)
    const { steps, left, asked, log } = JSON.parse(stdout) as {
      steps: Record<string, Ended>
      left: string[]
      asked: string[]
      log: string
    }
    const { none, ...others } = steps
    for (const [name, { status, err }] of Object.entries(others))
      expect(status, `${name}: ${err}`).toBe(0)

    expect(none?.status).toBe(5)
    expect(JSON.parse(none?.err ?? '').error.remedy).toMatch(/^fiq up /)
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

    // Neither a wallet nor a journal, and no source that only the person may allow.
    expect(left).toEqual(['compiled', 'personal'])
    expect(asked).not.toContainEqual(expect.stringMatching(/yahoo|dxfeed|nasdaq/))
    expect(JSON.stringify(steps) + log).not.toMatch(/fiq_[\w-]{43}|a-secret/)
    expect(log).not.toContain('unforeseen')
  },
  120_000,
)
