import { formatUsdc } from '@fiq/shared/money/usdc'
import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import type { ReactElement, ReactNode } from 'react'
import { Table } from '../table.tsx'

/** The itemised quote: what each field costs, and what that adds up to. */
export function QuoteTable(props: {
  rows: readonly QuoteRow[]
  credits: number
  amount: bigint
}): ReactElement {
  const { rows, credits, amount } = props
  return (
    <Table
      className="quote"
      columns={[
        { name: 'Field', holds: 'heads' },
        { name: 'Times', holds: 'numbers' },
        { name: 'Credits', holds: 'numbers' },
        { name: 'USDC', holds: 'numbers' },
      ]}
      rows={rows.map((row) => {
        const [path, times, creditsOfRow, fixedAmount] = row
        return {
          key: path,
          cells: [
            breakable(path),
            ...(fixedAmount === undefined ? [times, creditsOfRow] : ['', '']),
            signedUsdc(rowAmount(row, atomicPerCredit)),
          ],
        }
      })}
      foot={
        <tr>
          <th scope="row">Total</th>
          <td />
          <td>{credits}</td>
          <td>{formatUsdc(amount)}</td>
        </tr>
      }
    />
  )
}

/** The path of a field, which may be broken after its dots. */
function breakable(path: string): ReactNode {
  const [first, ...rest] = path.split('.')
  return rest.reduce<ReactNode>(
    (before, name) => (
      <>
        {before}.<wbr />
        {name}
      </>
    ),
    first,
  )
}

/** Only the row that caps a price is negative. */
function signedUsdc(amount: bigint): string {
  return amount < 0n ? `−${formatUsdc(-amount)}` : formatUsdc(amount)
}
