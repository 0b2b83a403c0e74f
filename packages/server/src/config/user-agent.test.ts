import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { userAgent } from './user-agent.ts'

test('default: names program and version, and the kind of server', () => {
  const { version } = manifest
  expect([userAgent(), userAgent('personal'), userAgent('compatible')]).toEqual([
    `fiq/${version}`,
    `fiq/${version} (personal)`,
    `Mozilla/5.0 (compatible; fiq/${version})`,
  ])
})
