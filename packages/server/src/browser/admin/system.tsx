import type { ReactElement, ReactNode } from 'react'
import type { SystemShape } from '../../http/admin/shapes.ts'
import { clockText, grouped } from '../../http/layout/count-words.ts'
import { type Column, Table } from '../table.tsx'
import { FileLink } from './file-link.tsx'
import { Freshness, useLive } from './live.tsx'
import { sizeOf } from './words.ts'

/** Sources with their breakers, the cache, instances and settings of the instance that answered. */
export function System(): ReactElement {
  const live = useLive<SystemShape>('system')
  const { value } = live
  return (
    <>
      <div className="top">
        <h1>Sources and system</h1>
      </div>
      <Freshness live={live} />
      {value && (
        <>
          <Figures {...value} />
          <Sources {...value} />
          <Rows
            title="Breakers"
            empty="No operation of a source is failing."
            columns={[heads('Operation'), numbers('Failures in a row'), times('Paused until')]}
            rows={value.breakers.map(({ operation, failures, restsUntil }) => [
              ...[operation, String(failures), restsUntil ? clockText(restsUntil) : 'not yet'],
            ])}
          />
          <Rows
            title="Who settles"
            empty="One instance: it settles payments and has its own database."
            columns={[heads('Signer'), 'Instance', 'Lease']}
            rows={value.leases.map(({ signer, holder, isHeld }) => [
              ...[signer, holder, isHeld ? 'held' : 'free'],
            ])}
          />
          <Rows
            title="Settings, without secrets"
            empty=""
            file="settings"
            columns={[heads('Flag'), 'Value', 'Description']}
            rows={value.settings.map(({ flag, value: text, help }) => [
              <code key={flag}>{flag}</code>,
              text ? <code key="value">{text}</code> : '–',
              help,
            ])}
          />
        </>
      )}
    </>
  )
}

function Figures({ version, dataMode, instances, cache }: SystemShape): ReactElement {
  const reads = cache.hits + cache.misses
  const share = reads === 0 ? '–' : `${Math.round((100 * cache.hits) / reads)}%`
  const figures = [
    ['Version', version, ''],
    ['Data', dataMode, ''],
    ['Instances', String(instances), ''],
    [
      'Answers in the cache',
      grouped(cache.answers),
      `${sizeOf(cache.bytes)} of ${sizeOf(cache.bytesMax)}`,
    ],
    ['Answered from the cache', share, `of ${grouped(reads)} reads`],
  ] as const
  return (
    <dl className="figures">
      {figures.map(([title, figure, more]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{figure}</dd>
          {more && <dd>{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Sources({ upstreams }: SystemShape): ReactElement {
  return (
    <Rows
      title="Source requests since this instance started"
      empty="No request to a source yet."
      file="sources"
      columns={[
        heads('Source'),
        'Host',
        numbers('Answered'),
        numbers('Failed'),
        times('Last answer'),
        { name: 'Last failure', word: 'Last failure:' },
      ]}
      rows={upstreams.map(
        ({ name, host, answered, failed, lastAnsweredAt, lastFailedAt, lastFailure }) => [
          name,
          host,
          grouped(answered),
          grouped(failed),
          lastAnsweredAt ? clockText(lastAnsweredAt) : '–',
          lastFailedAt ? `${clockText(lastFailedAt)} ${lastFailure ?? ''}` : '–',
        ],
      )}
    />
  )
}

/** A column whose cells name their rows. */
export function heads(name: string): Column {
  return { name, holds: 'heads' }
}

function numbers(name: string): Column {
  return { name, holds: 'numbers', word: `${name}:` }
}

function times(name: string): Column {
  return { name: `${name} (UTC)`, word: `${name}:` }
}

/** A table below its title, with a link to the file of the same rows. */
export function Rows(props: {
  title: string
  empty: string
  file?: string
  columns: readonly Column[]
  rows: readonly (readonly ReactNode[])[]
  /** Whether the title is shown. Otherwise it only names the table. */
  isTitled?: boolean
}): ReactElement {
  const { title, empty, file, columns, rows, isTitled = true } = props
  return (
    <>
      {isTitled && (
        <div className="top">
          <h2>{title}</h2>
          {file && <FileLink table={file} />}
        </div>
      )}
      {rows.length === 0 && <p className="empty">{empty}</p>}
      {rows.length > 0 && (
        <Table
          label={title}
          className="entries"
          columns={columns}
          rows={rows.map((cells, at) => ({ key: String(at), cells }))}
        />
      )}
    </>
  )
}
