/**
 * Native Keccak-256 from the package of the embedded chain: an eighth of the time of JavaScript. A
 * payment needs a dozen hashes.
 */
export { keccak256 } from '@nomicfoundation/edr'
