import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { withMember, withoutMember } from './edit-member.ts'

const path = ['servers', 'fiq'] as const
const value = { command: '/opt/a b/fiq', args: ['mcp'] }
const own =
  '"fiq": {\n      "command": "/opt/a b/fiq",\n      "args": [\n        "mcp"\n      ]\n    }'

test.each([
  ['{}', `{\n  "servers": {\n    "fiq": {`],
  ['{ "a": 1 }\n', `{ "a": 1, "servers": {"fiq":{"command":"/opt/a b/fiq","args":["mcp"]}} }\n`],
  ['{"servers": {"a": {"x":1},},}', `{"servers": {"a": {"x":1}, "fiq": {"command":`],
  [
    '{\n  "servers": {\n    "a": {"x": 1}, // keep\n  },\n}\n',
    `{"x": 1},\n    ${own}, // keep\n  },\n}\n`,
  ],
  ['{\n  "servers": {\n    // none\n  }\n}\n', `{\n    ${own}\n    // none\n  }\n}\n`],
  [
    '{\n\t"servers": {"fiq": 1}\n}',
    '{\n\t"servers": {"fiq": {\n\t\t\t"command"'.replace('\t\t\t', '\t\t'),
  ],
])('default: adds a member to %j', (text, expected) => {
  const added = withMember(text, path, value)
  expect(added).toContain(expected)
  expect(parse(added).servers.fiq).toEqual(value)
})

test.each([
  ['{\n  "a": 1,\n  "servers": {\n    "fiq": {},\n    "b": 2\n  }\n}', '{\n    "b": 2\n  }'],
  ['{"servers": {"a": 1, /* one */ "fiq": {}}}', '{"servers": {"a": 1 /* one */ }}'],
  ['{"servers": {"a": 1, // one\n "fiq": {}, // two\n}}', '{"a": 1, // one\n  // two\n}'],
])('behavior: removes a member, its comma and its line from %j', (text, expected) => {
  expect(withoutMember(text, path)).toContain(expected)
})

/** JSON with comments, trailing commas and any white space. */
const gap = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // c\n ', '/* c */', '\n/* c */\n')
const name = fc.constantFrom('a', 'b', 'c', 'servers', 'fiq', 'a b', '__proto')
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('1', '"x, y"', 'null', '[1, 2]', '"// no comment"'),
    objectOf(tie('json')),
  ),
}))

function objectOf(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc.tuple(name, inner, fc.tuple(gap, gap, gap))
  const members = fc.uniqueArray(member, { maxLength: 4, selector: ([key]) => key })
  return fc.tuple(members, gap, fc.boolean()).map(([list, end, isTrailing]) => {
    const texts = list.map(([key, of, [g, h, i]]) => `${g}${JSON.stringify(key)}${h}:${i}${of}`)
    return `{${texts.join(',')}${isTrailing && list.length > 0 ? ',' : ''}${end}}`
  })
}

test('property: only the member changes; its removal restores the value, and every comment stays', () => {
  const commentsIn = (text: string) => text.match(/\/\/ c|\/\* c \*\//g)?.length ?? 0
  fc.assert(
    fc.property(objectOf(json), (text) => {
      const before = parse(text, [], { allowTrailingComma: true }) as Record<string, unknown>
      const { servers } = before
      fc.pre(servers === undefined || (typeof servers === 'object' && servers !== null))
      fc.pre(!Array.isArray(servers))
      const added = withMember(text, path, value)
      const errors: unknown[] = []
      expect(parse(added, errors as never, { allowTrailingComma: true })).toEqual({
        ...before,
        servers: { ...(servers as object), fiq: value },
      })
      const removed = withoutMember(added, path)
      const { fiq: _, ...others } = (servers ?? {}) as Record<string, unknown>
      expect(parse(removed, errors as never, { allowTrailingComma: true })).toEqual({
        ...before,
        servers: others,
      })
      expect(errors).toEqual([])
      const isNew = (servers as Record<string, unknown> | undefined)?.['fiq'] === undefined
      if (isNew) expect(commentsIn(removed)).toBe(commentsIn(text))
    }),
    { numRuns: 500 },
  )
})
