/**
 * The text of a Solidity `require` in the return bytes of a reverted call, `Error(string)` of the
 * ABI; `undefined` for other bytes.
 *
 * @param bytes `0x…` hex
 */
export function revertReason(bytes: string | undefined): string | undefined {
  if (!bytes?.startsWith('0x08c379a0')) return undefined
  const body = Buffer.from(bytes.slice(10), 'hex')
  if (body.length < 64) return undefined
  const length = body.readUInt32BE(60)
  if (body.length < 64 + length) return undefined
  return body.subarray(64, 64 + length).toString('utf8')
}
