import { hash } from './node-crypto.ts'

/** `process.getBuiltinModule` of the shared package, for the browser: it asks for node:crypto only. */
export function getBuiltinModule(_name: 'node:crypto') {
  return { hash }
}
