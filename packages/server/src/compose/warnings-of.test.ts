import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { warningsOf } from './warnings-of.ts'

const remote = { facilitator: 'https://facilitator.example', payTo: `0x${'12'.repeat(20)}` }

test.each<[Partial<Record<SettingName, string>>, RegExp[]]>([
  [{}, []],
  [{ host: '0.0.0.0' }, [/^the devnet and its faucet are reachable/]],
  [{ upstream: 'live', playMoney: 'on' }, [/^this server sells live data for play money/]],
  [remote, [/^without --rpc-url, .* can stay pending for ever, .* a node of Base/]],
  [{ ...remote, rpcUrl: 'https://node.example' }, []],
])('default: the warnings for %o at the start', (flags, expected) => {
  const warnings = warningsOf(readConfig(flags, {}), [])
  expect(warnings).toEqual(expected.map((each) => expect.stringMatching(each)))
})

test('default: names each area without a source, and the settings that would add one', () => {
  const refused = [{ area: 'litigation', settings: ['COURTLISTENER_TOKEN', 'SEC_USER_AGENT'] }]
  expect(warningsOf(readConfig({}, {}), refused)).toEqual([
    'no source for litigation, so its queries are refused free of charge: set COURTLISTENER_TOKEN or SEC_USER_AGENT',
  ])
})
