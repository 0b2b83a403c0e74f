import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { gasGauges } from './gas-gauges.ts'

test("default: reports the settler's balance and spending, and no value while the node is down", async () => {
  const register = new Registry()
  let isGone = false
  gasGauges([register], {
    async look() {
      if (isGone) throw new Error('gone')
      return { wei: 10n ** 17n, settlements: 123n, state: 'low' }
    },
    hour: async () => ({ spent: 10n ** 15n, hourMax: 5n * 10n ** 15n }),
  })
  const values = async () =>
    (await register.metrics()).split('\n').filter((line) => line.startsWith('fiq_'))
  const hourly = ['fiq_gas_hour_ether 0.001', 'fiq_gas_hour_max_ether 0.005']
  expect(await values()).toEqual([
    ...['fiq_settler_ether 0.1', 'fiq_settler_settlements 123'],
    ...hourly,
  ])
  isGone = true
  expect(await values()).toEqual(hourly)
})
