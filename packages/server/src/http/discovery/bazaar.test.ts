import { catalog } from '@fiq/shared/catalog/catalog'
import {
  type DiscoveryExtension,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import { expect, test } from 'vitest'
import { bazaarFor, discoveryTexts } from './bazaar.ts'

test.each(catalog)('default: the stock validators accept every form of $name', (tool) => {
  const texts = discoveryTexts(tool)
  const forms = texts.map((text) => JSON.parse(`{${text}}`).bazaar as DiscoveryExtension)
  expect(forms[0]).toEqual(bazaarFor(tool))
  for (const form of forms) {
    expect(validateDiscoveryExtension(form)).toEqual({ valid: true })
    expect(validateDiscoveryExtensionSpec(form as never)).toEqual({ valid: true })
  }
  expect(texts.map(({ length }) => length)).toEqual(
    texts.map(({ length }) => length).toSorted((a, b) => b - a),
  )
})
