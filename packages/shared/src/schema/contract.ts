import type { Tariff } from '../pricing/tariff.ts'

/** Generated from the connectors by `pnpm run generate`. Do not edit. */
export const schemaText = ''

export const tariff: Tariff = { version: '', rates: {} }
