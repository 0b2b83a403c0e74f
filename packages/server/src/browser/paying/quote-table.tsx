import { formatUsdc } from '@fiq/shared/money/usdc'
import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import type { ReactElement, ReactNode } from 'react'

/** The itemised quote: what each field costs, and what that adds up to. */
export function QuoteTable(props: {
  rows: readonly QuoteRow[]
  credits: number
  amount: bigint
}): ReactElement {
  const { rows, credits, amount } = props
  return (
    <table className="quote">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Times</th>
          <th scope="col">Credits</th>
          <th scope="col">USDC</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            <th scope="row">{breakable(row[0])}</th>
            <td>{row[3] === undefined ? row[1] : ''}</td>
            <td>{row[3] === undefined ? row[2] : ''}</td>
            <td>{signedUsdc(rowAmount(row, atomicPerCredit))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td>{credits}</td>
          <td>{formatUsdc(amount)}</td>
        </tr>
      </tfoot>
    </table>
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
