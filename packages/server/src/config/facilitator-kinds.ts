/**
 * The facilitators that `--facilitator` names, each with its help. Any other value is the address of
 * a remote one.
 */
export const facilitatorKinds = {
  devnet: '',
  local: 'own settler over --rpc-url',
} as const

export type FacilitatorKind = keyof typeof facilitatorKinds

/** Help of `--facilitator`. */
export const facilitatorHelp = `${Object.entries(facilitatorKinds)
  .map(([name, help]) => (help === '' ? name : `${name} (${help})`))
  .join(', ')}, or https://… of a remote x402 facilitator`

/** Whether a text names a facilitator. */
export function isFacilitatorKind(text: string): text is FacilitatorKind {
  return Object.hasOwn(facilitatorKinds, text)
}
