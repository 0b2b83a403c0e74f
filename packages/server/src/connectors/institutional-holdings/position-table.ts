/** Kind of a position: shares, debt, or options on shares. */
export type PositionKind = 'SHARES' | 'PRINCIPAL' | 'PUT' | 'CALL'
const kinds: readonly PositionKind[] = ['SHARES', 'PRINCIPAL', 'PUT', 'CALL']

/** One row of a form 13F: the index of its holder, and the amount. `value` is in USD. */
export type Position = { holder: number; kind: PositionKind; amount: number; value: number }

/**
 * Millions of positions by CUSIP, in about thirty bytes each: columns, and in each row the number
 * of the previous row with the same CUSIP.
 */
export type PositionTable = {
  add(cusip: string, position: Position): void
  /** Multiplies the values of the rows from `from` to `until`, in the order they were added. */
  scaleValues(from: number, until: number, unit: number): void
  /** Positions, newest first; empty for a CUSIP without reports. */
  of(cusip: string): Position[]
  readonly size: number
}

/** @param rowsMax beyond it, `add` throws a `RangeError` */
export function positionTable(rowsMax: number): PositionTable {
  const last = new Map<string, number>()
  let columns = columnsOf(1_024)
  let size = 0
  return {
    get size() {
      return size
    },
    add(cusip, { holder, kind, amount, value }) {
      if (size === rowsMax) throw new RangeError(`More than ${rowsMax} positions.`)
      if (size === columns.holder.length) columns = grown(columns)
      columns.holder[size] = holder
      columns.kind[size] = kinds.indexOf(kind)
      columns.amount[size] = amount
      columns.value[size] = value
      columns.before[size] = last.get(cusip) ?? -1
      last.set(cusip, size)
      size += 1
    },
    scaleValues(from, until, unit) {
      for (let row = from; row < until; row += 1) columns.value[row] = columns.value[row]! * unit
    },
    of(cusip) {
      const found: Position[] = []
      for (let at = last.get(cusip) ?? -1; at >= 0; at = columns.before[at]!)
        found.push({
          holder: columns.holder[at]!,
          kind: kinds[columns.kind[at]!]!,
          amount: columns.amount[at]!,
          value: columns.value[at]!,
        })
      return found
    },
  }
}

function columnsOf(length: number) {
  return {
    holder: new Int32Array(length),
    before: new Int32Array(length),
    kind: new Uint8Array(length),
    amount: new Float64Array(length),
    value: new Float64Array(length),
  }
}

function grown(old: ReturnType<typeof columnsOf>): ReturnType<typeof columnsOf> {
  const columns = columnsOf(old.holder.length * 2)
  columns.holder.set(old.holder)
  columns.before.set(old.before)
  columns.kind.set(old.kind)
  columns.amount.set(old.amount)
  columns.value.set(old.value)
  return columns
}
