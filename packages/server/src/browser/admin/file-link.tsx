import type { ReactElement } from 'react'

/** A link to a table as a CSV file, with the current search. */
export function FileLink({ table, query }: { table: string; query?: string }): ReactElement {
  const href = `/admin/files/${table}.csv${query ? `?${query}` : ''}`
  return (
    <a className="btn sm" href={href} download>
      CSV<span className="unseen"> of {table}</span>
    </a>
  )
}
