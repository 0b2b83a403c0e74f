import { constants } from 'node:buffer'
import { textOf } from '../../upstreams/checked-answer.ts'
import { spoiltBody } from '../../upstreams/mirror/whole-body.ts'
import type { Fault } from './fault.ts'
import { chartFaults } from './price-faults.ts'
import { type TableFaults, tableCheck } from './table-faults.ts'

/** Minimum records of lists with a known size: at most half of the published number. */
const recordsMin: readonly { path: RegExp; recordsMin: number }[] = [
  { path: /\/SDN\.CSV$/, recordsMin: 5_000 },
  { path: /\/ALT\.CSV$/, recordsMin: 5_000 },
  { path: /\/ADD\.CSV$/, recordsMin: 5_000 },
  { path: /\/CONS_PRIM\.CSV$/, recordsMin: 200 },
  { path: /company_tickers_exchange\.json$/, recordsMin: 5_000 },
  { path: /company_tickers_mf\.json$/, recordsMin: 10_000 },
  { path: /nasdaqtraded\.txt$/, recordsMin: 5_000 },
  { path: /weball\d\d\.zip$/, recordsMin: 500 },
  { path: /s-and-p-500\/main\/data\/data\.csv$/, recordsMin: 1_500 },
]

/**
 * Maximum number of reported faults of one file. A file in another format is wrong on every line.
 */
const faultsMax = 20

/**
 * Checks one file of a mirror: is it complete, do its rows have equal length, are there enough of
 * them, is no day repeated, are prices between low and high?
 *
 * @param path in the mirror, without `.gz`
 * @param expects format of the request; guessed from the bytes for files added by hand
 */
export function checkFile(path: string, body: Uint8Array, expects?: string): Fault[] {
  const form = formOf(body)
  if (form === 'html' && expects !== 'html') return [{ what: 'an HTML page', line: 1 }]
  const isJson = form === 'json'
  const spoilt =
    spoiltBody(expects ?? form, body) ?? (isJson ? spoiltBody('json', body) : undefined)
  if (spoilt) return [spoilt]
  return verdict(path, looked(form, body))
}

/** Maximum bytes of a file in memory. A longer table is read row by row. */
const heldBytesMax = 2 ** 24
/**
 * Maximum bytes of a file that is parsed whole, several times the size of the largest source's
 * file.
 */
const parsedBytesMax = 2 ** 26
/** Maximum length of a text in this process, and so of a file that an area can read. */
const textBytesMax = constants.MAX_STRING_LENGTH

/**
 * Checks a file in pieces, in constant memory. Of a long file that is not a table, it checks the
 * beginning and the end.
 */
export async function checkPieces(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  expects?: string,
): Promise<Fault[]> {
  const decoder = new TextDecoder()
  const chunks: Uint8Array[] = []
  let table: ReturnType<typeof tableCheck> | undefined
  let end: Uint8Array = new Uint8Array()
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > textBytesMax && !table) return [tooLong]
    if (bytes > parsedBytesMax) end = endOf(end, piece)
    if (table) table.read(decoder.decode(piece, { stream: true }))
    else if (bytes <= parsedBytesMax) chunks.push(piece)
    if (table || bytes <= heldBytesMax || !isTable(chunks, expects)) continue
    table = tableCheck()
    for (const each of chunks.splice(0)) table.read(decoder.decode(each, { stream: true }))
  }
  if (table) {
    table.read(decoder.decode())
    return [...(bytes > textBytesMax ? [tooLong] : []), ...verdict(path, table.end())]
  }
  if (bytes <= parsedBytesMax) return checkFile(path, Buffer.concat(chunks), expects)
  return endsFaults(chunks[0]!, end, expects)
}

/** Bytes at the end of a long file that show whether it is complete. */
const endBytes = 1_000
const closings: Readonly<Record<string, string>> = { '{': '}', '[': ']', '<': '>' }
const openings: Readonly<Record<string, string>> = { json: '{[', xml: '<', html: '<' }

/** The last bytes of two pieces. A piece is seldom so short that it must be joined to the one before. */
function endOf(before: Uint8Array, piece: Uint8Array): Uint8Array {
  const all = piece.length < endBytes ? Buffer.concat([before, piece]) : piece
  return all.subarray(-endBytes)
}

/** Checks that the file begins with the mark of its format, and ends with the matching one. */
function endsFaults(start: Uint8Array, end: Uint8Array, expects: string = ''): Fault[] {
  const [first = ''] = textOf({ body: start.subarray(0, endBytes) }).trimStart()
  if (openings[expects]?.includes(first) === false) return [{ what: `no ${expects}` }]
  const isWhole = textOf({ body: end })
    .trimEnd()
    .endsWith(closings[first] ?? '')
  return isWhole ? [] : [{ what: 'cut short' }]
}

const tooLong: Fault = { what: `more than ${textBytesMax} bytes, which no area can read` }

function isTable([first = new Uint8Array()]: readonly Uint8Array[], expects?: string): boolean {
  return formOf(first) === 'table' && (expects === undefined || /^(?:csv|text)$/.test(expects))
}

function verdict(path: string, { faults, count, records }: Looked): Fault[] {
  const floor = recordsMin.find((each) => each.path.test(path))?.recordsMin ?? 1
  const few = records !== undefined && records < floor
  return [
    ...(few ? [{ what: `${records} records; at least ${floor} are published` }] : []),
    ...fewFaults(faults, count),
  ]
}

/** The first faults, and the number of further ones. */
export function fewFaults(faults: readonly Fault[], count: number = faults.length): Fault[] {
  if (count <= faultsMax) return [...faults]
  return [...faults.slice(0, faultsMax), { what: `and ${count - faultsMax} more` }]
}

type Looked = Omit<TableFaults, 'records'> & { records: number | undefined }

function looked(form: Form, body: Uint8Array): Looked {
  if (form === 'json') {
    const value: unknown = JSON.parse(textOf({ body }))
    const { data } = (value ?? {}) as { data?: unknown }
    const list = Array.isArray(value) ? value : data
    const faults = chartFaults(value)
    const records = Array.isArray(list) ? list.length : undefined
    return { faults, count: faults.length, records }
  }
  if (form !== 'table') return { faults: [], count: 0, records: undefined }
  const table = tableCheck()
  table.read(textOf({ body }))
  return table.end()
}

type Form = 'json' | 'html' | 'xml' | 'binary' | 'table'

/**
 * Detects the format by the first bytes, because a mirror may contain files without a declared
 * type.
 */
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
