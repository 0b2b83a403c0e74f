import { expect, test } from 'vitest'
import { conditionsOf } from './condition-variables.ts'

test.each(['x', '__proto__', 'constructor', 'toString'])(
  'behavior: a condition variable may have the name %s',
  (name) => {
    const coerced = JSON.parse(`{"${name}":true}`)
    expect(Object.entries(conditionsOf([name], coerced))).toEqual([[name, true]])
  },
)
