import type { ReactElement } from 'react'
import type { SystemShape } from '../../http/admin/shapes.ts'
import { Table } from '../table.tsx'
import { FileLink } from './file-link.tsx'
import { Freshness, useLive } from './live.tsx'
import { grouped, shortTime, sizeOf } from './words.ts'

/** Sources and their breakers, the cache, instances and settings, of the instance that answered. */
export function System(): ReactElement {
  const live = useLive<SystemShape>('system')
  const { value } = live
  return (
    <>
      <div className="top">
        <h1>Sources and system</h1>
        <div className="row">
          <FileLink table="sources" />
          <FileLink table="settings" />
        </div>
      </div>
      <Freshness live={live} />
      {value && (
        <>
          <Tiles {...value} />
          <Sources {...value} />
          <Rows
            title="Breakers"
            empty="No operation of a source is failing."
            names={['Operation', 'Failures in a row', 'Left alone until (UTC)']}
            rows={value.breakers.map(({ operation, failures, restsUntil }) => [
              ...[operation, String(failures), restsUntil ? shortTime(restsUntil) : 'not yet'],
            ])}
          />
          <Rows
            title="Who settles"
            empty="This server settles alone, with a database of its own."
            names={['Signer', 'Instance', 'Lease']}
            rows={value.leases.map(({ signer, holder, isHeld }) => [
              ...[signer, holder, isHeld ? 'held' : 'free'],
            ])}
          />
          <Rows
            title="Settings, without secrets"
            empty=""
            names={['Flag', 'Value', 'What it is']}
            rows={value.settings.map(({ flag, value: text, help }) => [flag, text || '–', help])}
          />
        </>
      )}
    </>
  )
}

function Tiles({ version, dataMode, instances, cache }: SystemShape): ReactElement {
  const asked = cache.hits + cache.misses
  const share = asked === 0 ? '–' : `${Math.round((100 * cache.hits) / asked)} %`
  const tiles = [
    ['Version', version],
    ['Data', dataMode],
    ['Instances', String(instances)],
    [
      'Answers in the cache',
      `${grouped(cache.answers)}, ${sizeOf(cache.bytes)} of ${sizeOf(cache.bytesMax)}`,
    ],
    ['Answered from the cache', `${share} of ${grouped(asked)}`],
  ]
  return (
    <dl className="tiles">
      {tiles.map(([title, figure]) => (
        <div className="card tile" key={title}>
          <dt>{title}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sources({ upstreams }: SystemShape): ReactElement {
  return (
    <Rows
      title="Sources asked since this instance started"
      empty="No source has been asked yet."
      names={['Host', 'Answered', 'Failed', 'Last answer (UTC)', 'Last failure']}
      rows={upstreams.map(
        ({ host, answered, failed, lastAnsweredAt, lastFailedAt, lastFailure }) => [
          host,
          grouped(answered),
          grouped(failed),
          lastAnsweredAt ? shortTime(lastAnsweredAt) : '–',
          lastFailedAt ? `${shortTime(lastFailedAt)} ${lastFailure ?? ''}` : '–',
        ],
      )}
    />
  )
}

export function Rows(props: {
  title: string
  empty: string
  names: readonly string[]
  rows: readonly (readonly string[])[]
}): ReactElement {
  const { title, empty, names, rows } = props
  return (
    <>
      <h2>{title}</h2>
      {rows.length === 0 && <p className="empty">{empty}</p>}
      {rows.length > 0 && (
        <Table
          label={title}
          columns={names}
          rows={rows.map((cells) => ({ key: cells.join(), cells }))}
        />
      )}
    </>
  )
}
