import { expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { filingSignals } from './filing-signals.ts'
import { classIn, isRemoval, loadRemovedClasses, removedClassOf } from './removed-class.ts'

test.each([
  ['Common Stock', true],
  ['Class A Common Stock, par value $0.0001 per share', true],
  ['American Depositary Shares, each representing two Ordinary Shares', true],
  ['Ordinary Shares', true],
  ['Common Stock and Warrants', true],
  ['Common Stock, including associated Preferred Stock Purchase Rights', true],
  ['American Depositary Shares, each representing one Preferred Share', true],
  ['Common Shares of Beneficial Interest, par value $0.01', true],
  ['Shares of Beneficial Interest of Example Trust', true],
  ['Common Units representing limited partner interests', true],
  ['Class A ordinary shares included as part of the units', true],
  [
    'Units, each consisting of one Class A ordinary share, par value $0.0001, and one-third of one redeemable warrant; Class A ordinary shares, par value $0.0001 per share; Redeemable warrants',
    true,
  ],
  ['Units, Class A Common Stock, and Warrants', true],
  ['Common Stock Purchase Warrants', false],
  ['Units, each consisting of Common Stock and Warrants', false],
  ['Rights to receive one-tenth of one share of Common Stock', false],
  ['Redeemable Warrants, each exercisable for one share of Class A Common Stock', false],
  ['Capital Trust Securities', false],
  ['iShares S&P GSCI Exchange Traded Notes (ETNs)', false],
  ['0.875% Notes due 2025', false],
  ['Floating Rate Senior Notes due 2025', false],
  ['2.375% Notes due 2026 and 3.125% Notes due 2031', false],
  ['Warrants to purchase Common Stock', false],
  ['Preferred Stock Purchase Rights', false],
  [
    'Depositary Shares, each representing a 1/40th interest in a share of 5.75% Series A Preferred Stock',
    false,
  ],
  [
    'Units, each consisting of one share of Class A Common Stock and one-half of one Warrant',
    false,
  ],
])('default: %s is the share: %s', (text, isShare) => {
  expect(removedClassOf(text)).toEqual({ text, isShare })
})

test('behavior: a share after a long description counts, and the signal shows its beginning', () => {
  const text = `Units, each consisting of ${'x'.repeat(300)}; Class A ordinary shares`
  expect(removedClassOf(text)).toEqual({ text: text.slice(0, 200), isShare: true })
})

const xml = (text: string) => `<?xml version="1.0"?><notificationOfRemoval>
 <descriptionClassSecurity>${text}</descriptionClassSecurity>
 <ruleProvision>17 CFR 240.12d2-2(a)(2)</ruleProvision></notificationOfRemoval>`

test('default: reads the class of an XML form, and of an HTML form before its caption', () => {
  expect(classIn(xml('0.875% Notes\n due 2025'))).toBe('0.875% Notes due 2025')
  const html = `<p>One Apple Park Way (408) 996-1010</p>
    <p>(Address, including zip code, and telephone number, of Issuer&#8217;s principal executive offices)</p>
    <p><b>1.000% Notes due&nbsp;2022</b></p><p>(Description of class of securities)</p>`
  expect(classIn(html)).toBe('1.000% Notes due 2022')
  expect(classIn(xml('AT&amp;T Inc. 1.8% Global Notes'))).toBe('AT&T Inc. 1.8% Global Notes')
  expect(classIn('<p>Something else</p>')).toBeUndefined()
  expect(classIn(xml(' '))).toBeUndefined()
})

const filing = (form: string, number: number) => ({
  form,
  items: '',
  filed: '2026-03-01',
  reportDate: null,
  description: '',
  accession: `0000000001-26-00000${number}`,
  document: 'xslF25X02/primary_doc.xml',
})

test('behavior: only removal of the share is a delisting; another class, or an unreadable form, is a removal', async () => {
  const recorded = (number: number, body: string) => ({
    recorded: {
      at: '2026-03-02T00:00:00Z',
      url: `https://www.sec.gov/Archives/edgar/data/1/00000000012600000${number}/primary_doc.xml`,
    },
    body,
  })
  const context = testContext(
    recordedTransport([
      recorded(1, xml('Common Stock')),
      recorded(2, xml('0.875% Notes due 2025')),
      recorded(3, '{}'),
    ]),
  )
  const filings = [1, 2, 3].map((number) => filing('25-NSE', number))
  const classes = await loadRemovedClasses(filings, '0000000001', context)
  expect(filingSignals(filings, '0000000001', classes)).toMatchObject([
    { kind: 'DELISTING', reason: 'form 25-NSE: Common Stock' },
    { kind: 'CLASS_REMOVAL', reason: 'form 25-NSE: 0.875% Notes due 2025' },
    { kind: 'CLASS_REMOVAL', reason: 'form 25-NSE, whose class could not be read' },
  ])
})

test.each([
  ['25', true],
  ['25-NSE/A', true],
  ['25-X', false],
  ['F-25', false],
])('default: form %s counts as a removal: %s', (form, expected) => {
  expect(isRemoval({ form })).toBe(expected)
})
