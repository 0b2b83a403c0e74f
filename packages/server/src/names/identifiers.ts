/** Kinds of numbers in the remarks of lists that identify one ship, aircraft or company. */
const kinds = [
  'IMO(?: number:)?',
  'Tail Number',
  String.raw`Serial Number \(MSN\)`,
  '(?:Registration|Registry|Company|Business|Enterprise) (?:ID|Number|No)',
  '(?:Business )?Registration Document',
  '(?:Identification|Legal Entity|Chamber of Commerce|Branch Unit|D-U-N-S) Number',
  'Government Gazette Number',
  String.raw`Unified Social Credit Code \(USCC\)`,
  '(?:Tax ID|Matricula Mercantil|Trade License) No',
  String.raw`(?:V\.A\.T\.|VAT) Number`,
  String.raw`(?:C\.R\.|C\.U\.I\.T\.|R\.F\.C\.) (?:No|Number)?`,
  'US FEIN',
  'NIT',
  'RUC',
  'RIF',
  'RFC',
]
const numbered = new RegExp(
  String.raw`(?:^|[\s(;.])(?:${kinds.join('|')})\.?\s*[#:]?\s*((?:[A-Z]{1,4} )?[A-Z0-9][A-Z0-9.,/-]{3,24})`,
  'g',
)
/** Words before a number in a query. */
const label =
  /^(?:[#№]|(?:d-u-n-s|v\.a\.t\.|c\.r\.|imo|msn|tail|serial|registration|registry|commercial|company|business|enterprise|tax|trade|license|reg|vat|fein|duns|uscc|ogrn|okpo|inn|nit|ruc|rif|rfc|id|no|number|nr)(?![a-z]))[\s.:#№-]*/i
const lengthMin = 5
const digitsMin = 4
const lettersMax = 4

/**
 * Numbers of ships, aircraft and companies in an entry's remarks: IMO, tail and serial numbers,
 * registrations, tax numbers. Omits short ones, which many parties share.
 */
export function identifiersIn(remarks: string | null): string[] {
  const found = [...(remarks ?? '').matchAll(numbered)].map(([, number]) => identifierOf(number!))
  return [...new Set(found.filter((number) => number !== undefined))]
}

/**
 * The normalised number in a query or a list, whatever its spaces and punctuation: `IMO 918 7629`
 * becomes `9187629`, `ep-mnf` becomes `EPMNF`. `undefined` for a name.
 */
export function identifierOf(text: string): string | undefined {
  let rest = text.normalize('NFKC').trim()
  while (label.test(rest)) rest = rest.replace(label, '')
  const groups = rest.split(/[^A-Z0-9]+/i).filter(Boolean)
  const plain = groups.join('').toUpperCase()
  if (plain.length < lengthMin) return undefined
  const isNumber =
    plain.replace(/\D/g, '').length >= digitsMin &&
    groups.every((group) => /\d/.test(group) || group.length <= lettersMax)
  return isNumber || isTailNumber(rest) ? plain : undefined
}

/** A mark of the country and letters: `EP-MNF`, `P4 BBJ`. Without a separator, in capitals. */
function isTailNumber(text: string): boolean {
  return /^[A-Z0-9]{1,3}[ .–-][A-Z0-9]{2,4}$/i.test(text) || /^[A-Z0-9]{5,6}$/.test(text)
}
