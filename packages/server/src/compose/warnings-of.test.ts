import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { warningsOf } from './warnings-of.ts'

const remote = { facilitator: 'https://facilitator.example', payTo: `0x${'12'.repeat(20)}` }

test.each<[Partial<Record<SettingName, string>>, RegExp[]]>([
  [{}, []],
  [{ host: '0.0.0.0' }, [/^the devnet and its faucet are reachable/]],
  [{ upstream: 'live', playMoney: 'on' }, [/^live data is given away for play money/]],
  [remote, [/^without --rpc-url .* may stay pending for ever, .* Name any node of Base/]],
  [{ ...remote, rpcUrl: 'https://node.example' }, []],
])('default: what %o is warned of at the start', (flags, expected) => {
  const warnings = warningsOf(readConfig(flags, {}))
  expect(warnings).toEqual(expected.map((each) => expect.stringMatching(each)))
})
