import type { ReactElement } from 'react'
import type { ActionsShape } from '../../http/admin/shapes.ts'
import { clockText } from '../../http/layout/count-words.ts'
import { FileLink } from './file-link.tsx'
import { Freshness, useLive } from './live.tsx'
import { heads, Rows } from './system.tsx'
import { shortHex } from './words.ts'

/** The log of operators' actions, newest first. */
export function Actions({ query }: { query: URLSearchParams }): ReactElement {
  const live = useLive<ActionsShape>(`actions?${query}`)
  const { value } = live
  return (
    <>
      <div className="top">
        <h1>Log of operators</h1>
        <FileLink table="log" />
      </div>
      <Freshness live={live} />
      {value && (
        <Rows
          title="Changes, newest first"
          isTitled={false}
          empty="No operator has changed anything yet."
          columns={[heads('Time (UTC)'), 'Operator', 'Action', 'Outcome', 'Subject', 'Detail']}
          rows={value.actions.map(({ at, operator, action, subject, detail, outcome }) => [
            ...[
              clockText(at),
              operator,
              action,
              outcome ?? 'not ended',
              shortSubject(subject),
              detail,
            ],
          ])}
        />
      )}
      {value?.next && <a href={`#/log?after=${value.next}`}>Older</a>}
    </>
  )
}

/** A payment, shortened to the ends of its payer and nonce; other texts unchanged. */
function shortSubject(subject: string): string {
  return subject.split(':').map(shortHexOnly).join(' ')
}

function shortHexOnly(text: string): string {
  return text.startsWith('0x') ? shortHex(text) : text
}
