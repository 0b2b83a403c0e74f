import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { creditPorts } from './credit-ports.ts'
import type { World } from './world.ts'

test('default: purchases on credits are stored in the state folder, with the time and a UUID', () => {
  using folder = scratchFolder()
  const openCredits: World['openCredits'] = new Set()
  const process = { clock: { now: () => 5 } } as World['process']
  const ports = creditPorts({ process, openCredits } as World, { state: folder.path } as never)
  const { key, at } = ports.creditPurchases().open('a'.repeat(64))
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(at).toBe(5)
  expect(readdirSync(join(folder.path, 'credits', 'a'.repeat(64)))).toEqual([`5.${key}`])
  expect(ports.openCredits).toBe(openCredits)
})
