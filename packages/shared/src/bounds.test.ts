import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Bound, bounds, boundTable } from './bounds.ts'

const root = join(import.meta.dirname, '../../..')

test.each(Object.entries<Bound>(boundTable))(
  'default: %s has its value and its place',
  (name, row) => {
    expect(existsSync(join(root, row.enforcedIn))).toBe(true)
    expect(bounds[name as keyof typeof bounds]).toBe(row.most)
  },
)
