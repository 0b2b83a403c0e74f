import type { InputSchema } from '@fiq/shared/catalog/tool'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import fc from 'fast-check'

/** Values that some field accepts: random text would never match a ticker. */
const known = ['AAPL', 'MSFT', '^GSPC', 'BTC-USD', 'NOPE', 'USA', 'DEU', 'CPIAUCSL', '0001067983']

/** Inputs that a tool's schema allows, from the smallest to the largest. */
export function inputArbitrary(schema: InputSchema): fc.Arbitrary<unknown> {
  const { type, minimum, maximum, minItems, maxItems, minLength, maxLength, pattern } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {})
      const model = Object.fromEntries(entries.map(([key, of]) => [key, inputArbitrary(of)]))
      return fc.record(model, { requiredKeys: [...(schema.required ?? [])] })
    }
    case 'array':
      return fc.uniqueArray(inputArbitrary(schema.items ?? { type: 'string' }), {
        minLength: minItems ?? 0,
        // More items would only be slower.
        maxLength: Math.min(maxItems ?? 5, 5),
        selector: (item) => (schema.uniqueItems ? normalTicker(String(item)) : Symbol()),
      })
    case 'integer':
      return fc.integer({ min: minimum ?? 0, max: maximum ?? 1_000 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'string': {
      if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
      const fitting = known.filter(
        ({ length }) => length >= (minLength ?? 0) && length <= (maxLength ?? 100),
      )
      const any = fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 40) })
      return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fitting) }, any)
    }
  }
}
