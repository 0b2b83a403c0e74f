import { textTable } from '../printing/text-table.ts'
import { bytesText } from './bytes-text.ts'
import type { CountedFailure } from './counted-failures.ts'
import type { MirrorStatus } from './mirror-status.ts'
import { isFull, type PullReport } from './pull-mirror.ts'
import type { VerifyReport } from './verify-mirror.ts'

/** The result of a pull, as text. */
export function pullText({ folder, figures, stopped, failures }: PullReport): string {
  const { fetched, resumed, unchanged, fresh, bytes } = figures
  return [
    `${folder}: ${fetched} fetched, ${resumed} resumed, ${unchanged} unchanged, ${fresh} fresh; ${bytesText(bytes)} received.`,
    ...(stopped ? ['Stopped. Run the same command to resume.'] : []),
    ...(isFull(failures)
      ? ['The folder cannot be written. Free disk space, then run the same command to resume.']
      : []),
    ...(failures.length > 0 ? ['', failureTable(failures)] : []),
  ].join('\n')
}

/** The faults of a mirror, as lines `FILE:LINE: fault`. */
export function verifyText({ folder, files, bytes, partial, faults }: VerifyReport): string {
  return [
    ...faults.map(
      ({ file, line, what }) => `${file}${line === undefined ? '' : `:${line}`}: ${what}`,
    ),
    `${folder}: ${files} files, ${bytesText(bytes)}, ${faults.length === 0 ? 'no faults' : `${faults.length} faults`}${partial > 0 ? `, ${partial} not received in full` : ''}.`,
  ].join('\n')
}

/** The contents of a mirror by area, as text. */
export function statusText({ folder, archives, areas }: MirrorStatus, now: Date): string {
  const rows = areas.map((each) => [
    each.area,
    `${each.answered}/${each.questions}`,
    String(each.files),
    bytesText(each.bytes),
    ageText(each.oldest, now),
    ageText(each.newest, now),
    each.stale === 0 ? '' : String(each.stale),
  ])
  const whole = archives.map(({ path, bytes, files, asOf, retrievedAt }) => [
    path.slice(path.lastIndexOf('/') + 1),
    files === null ? 'damaged' : String(files),
    bytesText(bytes),
    ageText(asOf, now),
    ageText(retrievedAt, now),
  ])
  const missing = areas.flatMap((each) => each.missing)
  return [
    folder,
    textTable(['AREA', 'ANSWERED', 'FILES', 'UNPACKED', 'OLDEST', 'NEWEST', 'STALE'], rows),
    ...(whole.length > 0
      ? ['', textTable(['ARCHIVE', 'FILES IN IT', 'SIZE', 'PUBLISHED', 'RECEIVED'], whole)]
      : []),
    ...(missing.length > 0 ? ['', 'Not answered:', failureTable(missing)] : []),
  ].join('\n')
}

function failureTable(failures: readonly CountedFailure[]): string {
  return textTable(
    ['AREA', 'TIMES', 'CODE', 'WHY', 'FILE'],
    failures.map(({ area, times, code, message, file }) => [
      ...[area, String(times), code, message, file ?? ''],
    ]),
  )
}

function ageText(time: string | null, now: Date): string {
  if (time === null) return ''
  const hours = (now.getTime() - Date.parse(time)) / 3_600_000
  return hours < 48 ? `${Math.max(0, Math.round(hours))} h` : `${Math.round(hours / 24)} d`
}
