const folder = '/api/PublicationPreview/exports/'

/**
 * `/api/PublicationPreview/exports/SDN.CSV` and the other files of
 * sanctionslistservice.ofac.treas.gov: a small list in their CSV format. Every name on it is
 * invented, and states so: a sandbox must not accuse real persons. Two properties of the real files
 * are preserved: programs joined by `] [`, and the byte 0x1A at the end.
 *
 * @returns `undefined` for another path
 */
export function ofacFile(path: string): string | undefined {
  return path.startsWith(folder) ? files().get(path.slice(folder.length)) : undefined
}

type Listed = {
  name: string
  type?: 'individual' | 'vessel' | 'aircraft'
  program: string
  aliases?: readonly string[]
  address?: readonly [street: string, city: string, country: string]
  remarks?: string
}

const listed: readonly Listed[] = [
  {
    name: 'SANDBOX EXAMPLE AIRLINES',
    program: 'EXAMPLE',
    aliases: ['EXAMPLE-AIR', 'AEROLINEAS DE EJEMPLO'],
    address: ['1 Invented Road', 'Port Nowhere', 'Cuba'],
  },
  {
    name: 'BANK OF NOWHERE (SANDBOX)',
    program: 'SDGT] [IFSR',
    aliases: ['NOWHERE BANK', 'BANCO DE NINGUNA PARTE'],
    address: ['2 Invented Road', 'Tehran', 'Iran'],
    remarks: "a.k.a. 'BON'; Website www.example.com.",
  },
  {
    name: 'FICTITIOUS SHIPPING AND TRADING CO., LTD.',
    program: 'DPRK3',
    aliases: ['FICTITIOUS SHIPPING COMPANY LIMITED'],
    address: ['3 Invented Road', 'Pyongyang', 'Korea, North'],
  },
  {
    name: 'MUSTERMANN, Max Sandbox',
    type: 'individual',
    program: 'EXAMPLE',
    aliases: ['MUSTERMANN, Maximilian'],
    remarks: "DOB 29 Feb 1899; POB Nowhere, Belarus; nationality Belarus; a.k.a. 'MAXI'.",
  },
  {
    name: 'DOE, Johnathan Placeholder',
    type: 'individual',
    program: 'SDNTK',
    aliases: ['DOE, Jon', 'PLACEHOLDER, John'],
    remarks: 'DOB 01 Jan 1900; nationality Colombia; Gender Male.',
  },
  {
    name: 'IVANOVICH, Primer Testov',
    type: 'individual',
    program: 'UKRAINE-EO13661] [RUSSIA-EO14024',
    aliases: ['ИВАНОВИЧ, Пример Тестов'],
    remarks: 'DOB 31 Dec 1899; POB Exampleville, Russia; nationality Russia.',
  },
  {
    name: 'AL-MITHAL, Abu Tajriba',
    type: 'individual',
    program: 'SDGT',
    aliases: ['ALMETHAL, Abou Tajreba'],
    remarks: "DOB 1900; nationality Syria; a.k.a. 'THE EXAMPLE'.",
  },
  {
    name: 'INVENTED PETROLEUM COMPANY',
    program: 'VENEZUELA',
    aliases: ['PETROLEOS INVENTADOS S.A.', 'PETROINVENT'],
    address: ['4 Invented Road', 'Caracas', 'Venezuela'],
  },
  {
    name: 'IMAGINARY GENERAL TRADING L.L.C.',
    program: 'IRAN-EO13902',
    address: ['5 Invented Road', 'Dubai', 'United Arab Emirates'],
  },
  {
    name: 'MV SANDBOX PRETENDER',
    type: 'vessel',
    program: 'DPRK4',
    remarks: 'Vessel Type Bulk Cargo; Vessel Flag None Known; IMO 0000000.',
  },
  {
    name: 'EP-XXX',
    type: 'aircraft',
    program: 'IFSR',
    remarks: 'Aircraft Model Example 100; Aircraft Tail Number EP-XXX.',
  },
  {
    name: 'FOUNDATION FOR MADE-UP RELIEF',
    program: 'SDGT',
    aliases: ['MADE UP RELIEF FUND', 'F.M.U.R.'],
    address: ['6 Invented Road', 'Beirut', 'Lebanon'],
  },
]

/**
 * `/resources/xml/en/consolidated.xml` of scsanctions.un.org, with one invented party of each kind.
 */
export function unList(now: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="${new Date(now).toISOString()}">
    <INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>MUSTERMANN</FIRST_NAME>
    <SECOND_NAME>MAX SANDBOX</SECOND_NAME><UN_LIST_TYPE>EXAMPLE</UN_LIST_TYPE>
    <REFERENCE_NUMBER>EXi.001</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS>
    <ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>FOUNDATION FOR MADE-UP RELIEF</FIRST_NAME>
    <UN_LIST_TYPE>EXAMPLE</UN_LIST_TYPE><REFERENCE_NUMBER>EXe.001</REFERENCE_NUMBER>
    </ENTITY></ENTITIES></CONSOLIDATED_LIST>`
}

const none = '-0- '
const quoted = (text: string | undefined) => (text === undefined ? none : `"${text}"`)
const lines = (rows: readonly string[][]) => `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
const numberOf = (index: number) => String(900_001 + index)
const endOfFile = '\u001a\r\n'

function files(): ReadonlyMap<string, string> {
  const names = listed.map(({ name, type, program, remarks }, index) => [
    numberOf(index),
    quoted(name),
    quoted(type),
    quoted(program),
    ...Array.from({ length: 7 }, () => none),
    quoted(remarks),
  ])
  const aliases = listed.flatMap(({ aliases = [] }, index) =>
    aliases.map((alias, at) => [
      numberOf(index),
      `${numberOf(index)}${at}`,
      '"aka"',
      quoted(alias),
      none,
    ]),
  )
  const addresses = listed.map(({ address }, index) => [
    numberOf(index),
    `7${numberOf(index)}`,
    quoted(address?.[0]),
    quoted(address?.[1]),
    quoted(address?.[2]),
    none,
  ])
  const comment = `; Linked To: ${listed[7]!.name}; every entry of this list is invented.`
  return new Map([
    ['SDN.CSV', lines(names) + endOfFile],
    ['ALT.CSV', lines(aliases) + endOfFile],
    ['ADD.CSV', lines(addresses) + endOfFile],
    [
      'CONS_PRIM.CSV',
      lines([
        [
          '990001',
          quoted('SECTORAL SANDBOX BANK'),
          none,
          quoted('EXAMPLE'),
          ...Array(8).fill(none),
        ],
      ]),
    ],
    ['CONS_ALT.CSV', lines([['990001', '991001', '"aka"', quoted('SANDBOX SECTOR BANK'), none]])],
    [
      'CONS_ADD.CSV',
      lines([
        ['990001', '992001', quoted('1 Invented Street'), quoted('Nowhere'), quoted('Cuba'), none],
      ]),
    ],
    ['CONS_COMMENTS.CSV', lines([['990001', quoted('; every entry of this list is invented.')]])],
    ['SDN_COMMENTS.CSV', lines([[numberOf(8), quoted(comment)]]) + endOfFile],
  ])
}
