import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Bound, bounds, boundTable } from './bounds.ts'

const root = join(import.meta.dirname, '../../..')

test.each(Object.entries<Bound>(boundTable))(
  'default: %s is read where it is enforced, and its test exists',
  (name, row) => {
    expect(readFileSync(join(root, row.enforcedIn), 'utf8')).toContain(name)
    expect(existsSync(join(root, row.testedIn))).toBe(true)
    expect(bounds[name as keyof typeof bounds]).toBe(row.most)
  },
)
