import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import type { ReactElement } from 'react'
import { usdcText } from '../../http/charts/figures.ts'

/** The itemised quote: the price of each field, and the sum. */
export function QuoteTable(props: {
  rows: readonly QuoteRow[]
  credits: number
  amount: bigint
}): ReactElement {
  const { rows, credits, amount } = props
  return (
    <table className="ledger">
      <caption className="unseen">What the price is made of</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col" className="num">
            Times
          </th>
          <th scope="col" className="num">
            Credits
          </th>
          <th scope="col" className="num">
            USDC
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row[0]} row={row} root={rootOf(row, rows)} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td className="num">{credits.toLocaleString('en-US')}</td>
          <td className="num price">{usdcText(amount)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Row({ row, root }: { row: QuoteRow; root: string | undefined }): ReactElement {
  const [path, times, credits, fixedAmount] = row
  const isField = fixedAmount === undefined
  return (
    <tr className={root === undefined ? undefined : 'sub'}>
      <th scope="row">{root === undefined ? path : path.slice(root.length + 1)}</th>
      <td className="num">{isField ? times.toLocaleString('en-US') : ''}</td>
      <td className="num">{credits.toLocaleString('en-US').replace('-', '−')}</td>
      <td className="num">{signedUsdc(rowAmount(row, atomicPerCredit))}</td>
    </tr>
  )
}

/** The row's root field, if it has a row of its own. */
function rootOf([path]: QuoteRow, rows: readonly QuoteRow[]): string | undefined {
  const root = path.split('.')[0]!
  return root !== path && rows.some(([other]) => other === root) ? root : undefined
}

/** Only the row that caps a price is negative. */
function signedUsdc(amount: bigint): string {
  return amount < 0n ? `−${usdcText(-amount)}` : usdcText(amount)
}
