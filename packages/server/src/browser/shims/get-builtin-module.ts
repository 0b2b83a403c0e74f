import { hash } from './node-crypto.ts'

/** `process.getBuiltinModule` for the browser. The shared package requests only node:crypto. */
export function getBuiltinModule(_name: 'node:crypto') {
  return { hash }
}
