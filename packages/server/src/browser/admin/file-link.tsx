import type { ReactElement } from 'react'

/** A table as a file, with the search that the page shows. */
export function FileLink({ table, query }: { table: string; query?: string }): ReactElement {
  const href = `/admin/files/${table}.csv${query ? `?${query}` : ''}`
  return (
    <a className="btn sm" href={href} download>
      CSV<span className="unseen"> of {table}</span>
    </a>
  )
}
