/** Facts in the remarks of an entry that give it a number of its own. */
const numbered =
  /\b(?:IMO|Tail Number|Serial Number \(MSN\)|(?:Registration|Registry|Company|Business|Enterprise) (?:ID|Number|No\.?)|Tax ID No\.|Identification Number)\s+((?:[A-Z]{1,4} )?[A-Z0-9][A-Z0-9./-]{3,24})/g
/** Words before a number in a query. */
const label =
  /^(?:imo|msn|tail|serial|registration|registry|company|business|tax|reg|id|no|number|nr)\b[\s.:#-]*/i
const lengthMin = 5

/**
 * Numbers of ships, aircraft and companies in an entry's remarks: IMO, tail and serial numbers,
 * registrations. Short ones, which many parties share, are left out.
 */
export function identifiersIn(remarks: string | null): string[] {
  const found = [...(remarks ?? '').matchAll(numbered)].map(([, number]) => identifierOf(number!))
  return [...new Set(found.filter((number) => number !== undefined))]
}

/**
 * The number that a query or a list gives, in one form: `IMO 9187629` is `9187629`, `ep-mnf` is
 * `EPMNF`. `undefined` for text that is a name.
 */
export function identifierOf(text: string): string | undefined {
  let rest = text.trim()
  while (label.test(rest)) rest = rest.replace(label, '')
  const isNumber = /^[A-Z]{0,4} ?[\dA-Z./-]*\d{3}[\dA-Z./-]*$/i.test(rest)
  const isTail = /^[A-Z0-9]{1,3}-[A-Z0-9]{2,4}$/i.test(rest)
  const plain = rest.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return (isNumber || isTail) && plain.length >= lengthMin ? plain : undefined
}
