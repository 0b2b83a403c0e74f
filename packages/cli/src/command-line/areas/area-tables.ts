import type { Row } from '../../query/rows.ts'
import type { Clock } from '../../terminal/format/instant.ts'
import type { Table } from '../../terminal/format/table.ts'
import { agencyTables } from './agencies.ts'
import { derivativeTables } from './derivatives.ts'
import { filingTables } from './filings.ts'
import { ownerTables } from './owners.ts'
import { opinionTables, postTables } from './posts.ts'

/** The columns of every area of an entity that is a list, by the name of the area. */
export function areaTables(clock: Clock): Readonly<Record<string, Table<Row>>> {
  return {
    ...filingTables,
    ...ownerTables,
    ...agencyTables,
    ...opinionTables,
    ...postTables(clock),
    ...derivativeTables,
  }
}
