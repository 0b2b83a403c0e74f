import { textOf } from '../upstreams/checked-answer.ts'
import { spoiltBody } from '../upstreams/mirror/whole-body.ts'
import { chartFaults, tableFaults } from './price-faults.ts'

/** What is wrong with a file, and on which line where it has lines. */
export type Fault = { what: string; line?: number }

/** Fewest records of lists whose size is known: half of what is published, at most. */
const recordsMin: readonly { path: RegExp; recordsMin: number }[] = [
  { path: /\/SDN\.CSV$/, recordsMin: 5_000 },
  { path: /\/ALT\.CSV$/, recordsMin: 5_000 },
  { path: /\/ADD\.CSV$/, recordsMin: 5_000 },
  { path: /\/CONS_PRIM\.CSV$/, recordsMin: 200 },
  { path: /company_tickers_exchange\.json$/, recordsMin: 5_000 },
  { path: /nasdaqtraded\.txt$/, recordsMin: 5_000 },
  { path: /weball\d\d\.zip$/, recordsMin: 500 },
  { path: /s-and-p-500\/main\/data\/data\.csv$/, recordsMin: 1_500 },
]

/** Most faults told of one file; a file that is another format is wrong on every line. */
const faultsMax = 20

/**
 * Looks at one file of a mirror: is it whole, are its rows even, are there as many as there should
 * be, does no day come twice, do prices lie between low and high?
 *
 * @param path in the mirror, without `.gz`
 * @param expects as the request had it; guessed from the bytes for files dropped in by hand
 */
export function checkFile(path: string, body: Uint8Array, expects?: string): Fault[] {
  const form = formOf(body)
  if (form === 'html' && expects !== 'html') return [{ what: 'an HTML page', line: 1 }]
  const isJson = form === 'json'
  const spoilt =
    spoiltBody(expects ?? form, body) ?? (isJson ? spoiltBody('json', body) : undefined)
  if (spoilt) return [spoilt]
  const floor = recordsMin.find((each) => each.path.test(path))?.recordsMin ?? 1
  const { faults, records } = looked(form, body)
  const few = records !== undefined && records < floor
  return [
    ...(few ? [{ what: `${records} records, where at least ${floor} are published` }] : []),
    ...fewFaults(faults),
  ]
}

/** The first of them, and how many more there are. */
export function fewFaults(faults: readonly Fault[]): Fault[] {
  if (faults.length <= faultsMax) return [...faults]
  return [...faults.slice(0, faultsMax), { what: `and ${faults.length - faultsMax} more` }]
}

function looked(form: Form, body: Uint8Array): { faults: Fault[]; records: number | undefined } {
  if (form === 'json') {
    const value: unknown = JSON.parse(textOf({ body }))
    const { data } = (value ?? {}) as { data?: unknown }
    const list = Array.isArray(value) ? value : data
    return { faults: chartFaults(value), records: Array.isArray(list) ? list.length : undefined }
  }
  if (form === 'table') return tableFaults(textOf({ body }))
  return { faults: [], records: undefined }
}

type Form = 'json' | 'html' | 'xml' | 'binary' | 'table'

/** By the first bytes, since a mirror may hold files without any other word on what they are. */
function formOf(body: Uint8Array): Form {
  const start = textOf({ body: body.subarray(0, 1_000) }).replace(/^\ufeff?\s*/, '')
  if (/^<(?:!doctype\s+html|html)\b/i.test(start)) return 'html'
  if (start.startsWith('<')) return 'xml'
  if (/^[[{]/.test(start)) return 'json'
  return [...start].some((character) => !isText(character)) ? 'binary' : 'table'
}

function isText(character: string): boolean {
  return character === '\ufffd' ? false : character >= ' ' || '\t\r\n\u001a'.includes(character)
}
