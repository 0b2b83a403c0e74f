import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyDigest, mirrorPath } from './mirror-path.ts'

test.each([
  [
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.CSV',
    'sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.CSV',
  ],
  [
    'https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP',
    'fred.stlouisfed.org/graph/fredgraph.csv%3Fid=GDP',
  ],
  ['https://x.org/a?b=c/d', 'x.org/a%3Fb=c%2Fd'],
  ['https://x.org/', 'x.org/index'],
  ['https://x.org/../../etc/passwd', 'x.org/etc/passwd'],
  ['https://x.org/%2e%2e/%2E./etc/passwd', 'x.org/etc/passwd'],
])('default: stores %s at %s', (url, path) => {
  expect(mirrorPath(new URL(url))).toBe(path)
})

test('behavior: no address leaves the folder of its host', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('..', '%2e%2e', '%2F', '\\', './', '?', '#'))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const path = mirrorPath(new URL(`https://x.org/${pieces.join('/')}`))
      expect(path.split('/')[0]).toBe('x.org')
      expect(path.split('/')).not.toContain('..')
      expect(path.split('/').every((name) => name !== '' && name.length <= 200)).toBe(true)
    }),
  )
})

test('behavior: distinguishes long queries by a digest', () => {
  const long = (last: string) =>
    mirrorPath(new URL(`https://x.org/q?symbols=${'A'.repeat(400)}${last}`))
  expect(long('B')).not.toBe(long('C'))
  expect(bodyDigest('')).toMatch(/^e3b0c44298fc/)
})
