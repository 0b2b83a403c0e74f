import { FiqError } from '@fiq/shared/errors'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Database } from '../database/database.ts'

const readSql = `select value from ledger_facts where name = 'pay_to'`
const firstSql = `insert into ledger_facts (name, value) values ('pay_to', ?) on conflict do nothing`
const changeSql = `update ledger_facts set value = ? where name = 'pay_to'`

/**
 * Compares `--pay-to` with the address in the ledger, so that a wrong setting does not redirect
 * payments unnoticed. A new ledger stores the first address. Each payment keeps the address that
 * its payer signed.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when they differ and no change is allowed.
 */
export async function checkPayTo(
  database: Pick<Database, 'read' | 'write'>,
  payTo: Hex,
  { isChangeAllowed }: { isChangeAllowed: boolean },
): Promise<void> {
  await database.write({ sql: firstSql, values: [payTo] })
  const [row] = await database.read(readSql)
  const stored = String(row?.['value'])
  if (sameAddress(stored, payTo)) return
  if (isChangeAllowed) return void (await database.write({ sql: changeSql, values: [payTo] }))
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `The payments of this database go to ${stored}, and --pay-to is ${payTo}.`,
    {
      remedy:
        'Correct --pay-to or FIQ_PAY_TO. To change the address, start once with --change-pay-to. Earlier payments keep theirs.',
    },
  )
}
