import { Gauge, type Registry } from 'prom-client'
import type { SettlerGas } from '../settlement/settle/settler-balance.ts'

const weiOfEther = 1e18

/** The balance and spending of the settler, read at each scrape. No value without a node. */
export function gasGauges(registers: Registry[], { look, hour }: SettlerGas): void {
  new Gauge({
    name: 'fiq_settler_ether',
    help: 'Ether that the settler holds for gas',
    registers,
    async collect() {
      await setOr(this, async () => Number((await look()).wei) / weiOfEther)
    },
  })
  new Gauge({
    name: 'fiq_settler_settlements',
    help: "Settlements of one payment that the settler's ether covers at the current fee",
    registers,
    async collect() {
      await setOr(this, async () => Number((await look()).settlements))
    },
  })
  new Gauge({
    name: 'fiq_gas_hour_ether',
    help: 'Ether spent on gas in the last sixty minutes by all instances, or reserved for it',
    registers,
    async collect() {
      await setOr(this, async () => Number((await hour()).spent) / weiOfEther)
    },
  })
  new Gauge({
    name: 'fiq_gas_hour_max_ether',
    help: 'Ether that gas may cost in sixty minutes; above it new payments are refused',
    registers,
    async collect() {
      await setOr(this, async () => Number((await hour()).hourMax) / weiOfEther)
    },
  })
}

async function setOr(gauge: Gauge, read: () => Promise<number>): Promise<void> {
  try {
    gauge.set(await read())
  } catch {
    gauge.remove()
  }
}
