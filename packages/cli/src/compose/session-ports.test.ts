import { expect, test } from 'vitest'
import { scratchFolder } from '../payment/testing/test-payer.ts'
import { openLastingSession } from '../query/lasting-session.ts'
import { createOpenMoney } from '../query/open-money.ts'
import { sessionPorts } from './session-ports.ts'

test('default: ends a lasting session in the state folder', async () => {
  using folder = scratchFolder()
  const { endSession } = sessionPorts(
    { money: createOpenMoney() },
    { state: folder.path },
    undefined as never,
  )
  expect(await endSession('alert A')).toBe(false)
  openLastingSession(folder.path, 'alert A', () => '1')
  expect(await endSession('alert A')).toBe(true)
})
