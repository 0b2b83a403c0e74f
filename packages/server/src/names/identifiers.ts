/** Facts in the remarks of an entry that contain an identifying number. */
const numbered =
  /\b(?:IMO|Tail Number|Serial Number \(MSN\)|(?:Registration|Registry|Company|Business|Enterprise) (?:ID|Number|No\.?)|Tax ID No\.|Identification Number)\s+((?:[A-Z]{1,4} )?[A-Z0-9][A-Z0-9./-]{3,24})/g
/** Words before a number in a query. */
const label =
  /^(?:imo|msn|tail|serial|registration|registry|company|business|tax|reg|id|no|number|nr)\b[\s.:#-]*/i
const lengthMin = 5

/**
 * Numbers of ships, aircraft and companies in an entry's remarks: IMO, tail and serial numbers,
 * registrations. Omits short ones, which many parties share.
 */
export function identifiersIn(remarks: string | null): string[] {
  const found = [...(remarks ?? '').matchAll(numbered)].map(([, number]) => identifierOf(number!))
  return [...new Set(found.filter((number) => number !== undefined))]
}

/**
 * The normalised number in a query or a list: `IMO 9187629` becomes `9187629`, `ep-mnf` becomes
 * `EPMNF`. `undefined` for a name.
 */
export function identifierOf(text: string): string | undefined {
  let rest = text.trim()
  while (label.test(rest)) rest = rest.replace(label, '')
  const isNumber = /^[A-Z]{0,4} ?[\dA-Z./-]*\d{3}[\dA-Z./-]*$/i.test(rest)
  const isTail = /^[A-Z0-9]{1,3}-[A-Z0-9]{2,4}$/i.test(rest)
  const plain = rest.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return (isNumber || isTail) && plain.length >= lengthMin ? plain : undefined
}
