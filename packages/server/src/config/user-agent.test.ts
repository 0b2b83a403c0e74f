import { expect, test } from 'vitest'
import { userAgent } from './user-agent.ts'
import { version } from './version.ts'

test('default: names program and version, and the kind of server', () => {
  expect([userAgent(), userAgent('personal'), userAgent('compatible')]).toEqual([
    `fiq/${version}`,
    `fiq/${version} (personal)`,
    `Mozilla/5.0 (compatible; fiq/${version})`,
  ])
})
