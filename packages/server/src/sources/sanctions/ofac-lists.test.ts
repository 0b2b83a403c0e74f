import { expect, test } from 'vitest'
import { type OfacFiles, readOfacLists } from './ofac-lists.ts'

const none = '-0- '
const sdnRow = (cells: Record<number, string>) =>
  Array.from({ length: 12 }, (_, at) => cells[at] ?? none).join(',')

const files: OfacFiles = {
  sdn: [
    sdnRow({ 0: '36', 1: '"AEROCARIBBEAN AIRLINES"', 3: '"CUBA"' }),
    sdnRow({
      0: '11195',
      1: '"IRAN AIRCRAFT MANUFACTURING INDUSTRIAL COMPANY"',
      3: '"NPWMD] [IFSR] [IRAN-CON-ARMS-EO"',
      11: `"Additional Sanctions Information; a.k.a. 'HESA'; a.k.a. 'HT`,
    }).concat('"'),
    sdnRow({ 0: '4243', 1: '"SAND SWAN"', 2: '"vessel"', 3: '"CUBA"', 9: '"Cyprus"' }),
    '\u001a',
  ].join('\r\n'),
  alt: '36,12,"aka","AERO-CARIBBEAN",-0- \r\n11195,9,"aka","HESA",-0- \r\n',
  add: '36,25,-0- ,"Havana","Cuba",-0- \r\n11195,26,-0- ,-0- ,-0- ,-0- \r\n',
  comments: `11195,"C'; nationality Iran."`,
}

test('default: reads entries with aliases, programs, countries and the continuation of their remarks', () => {
  expect(readOfacLists(files, 1)).toEqual([
    {
      id: '36',
      listName: 'SDN',
      name: 'AEROCARIBBEAN AIRLINES',
      type: 'entity',
      programs: ['CUBA'],
      aliases: ['AERO-CARIBBEAN'],
      countries: ['CU'],
      remarks: null,
    },
    {
      id: '11195',
      listName: 'SDN',
      name: 'IRAN AIRCRAFT MANUFACTURING INDUSTRIAL COMPANY',
      type: 'entity',
      programs: ['NPWMD', 'IFSR', 'IRAN-CON-ARMS-EO'],
      aliases: ['HESA', 'HTC'],
      countries: ['IR'],
      remarks: "Additional Sanctions Information; a.k.a. 'HESA'; a.k.a. 'HTC'; nationality Iran.",
    },
    {
      id: '4243',
      listName: 'SDN',
      name: 'SAND SWAN',
      type: 'vessel',
      programs: ['CUBA'],
      aliases: [],
      countries: ['CY'],
      remarks: null,
    },
  ])
})

test.each(['sdn', 'alt', 'add'] as const)('error: refuses %s shorter than the minimum', (file) => {
  const padded = { ...files, alt: files.alt.repeat(2), add: files.add.repeat(2) }
  const short = { ...padded, [file]: file === 'sdn' ? files.sdn.split('\r\n')[0]! : '' }
  expect(() => readOfacLists(short, 2)).toThrowError(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
  expect(readOfacLists(padded, 2)).toHaveLength(3)
})

test('error: refuses an HTML page', () => {
  expect(() =>
    readOfacLists({ ...files, sdn: '<html><body>Denied</body></html>' }, 1),
  ).toThrowError(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
})
