import { readFileSync } from 'node:fs'
import { errorTable } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import {
  contractFile,
  contractModule,
  entityAreasFile,
  entityAreasModule,
} from './generate-contract.ts'
import { docsFolder, drawnLayers, referencePages } from './generate-docs.ts'
import { layersDrawing } from './layers-drawing.ts'
import { simulatedPage } from './simulation-section.ts'

describe('generated files are current (pnpm run generate)', async () => {
  test('default: the client prices with the contract that the server serves', () => {
    expect(readFileSync(contractFile, 'utf8')).toBe(contractModule())
    expect(readFileSync(entityAreasFile, 'utf8')).toBe(entityAreasModule())
  })

  test.each(
    Object.entries({
      ...(await referencePages()),
      ...drawnLayers(),
      ...simulatedPage(),
    }),
  )('default: docs/%s', (name, text) => {
    expect(readFileSync(new URL(name, docsFolder), 'utf8')).toBe(text)
  })
})

test('behavior: the pages that draw the layers contain a drawing', () => {
  for (const text of Object.values(drawnLayers())) expect(text).toContain(layersDrawing())
})

test('behavior: the documentation has exactly the error codes that are thrown', () => {
  const documented = [
    ...readFileSync(new URL('errors.md', docsFolder), 'utf8').matchAll(/^\| `([A-Z_]+)`/gm),
  ].map(([, code]) => code)
  expect(documented.sort()).toEqual(Object.keys(errorTable).sort())
})
