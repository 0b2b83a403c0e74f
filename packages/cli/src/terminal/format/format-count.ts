/** A count with its noun, in the plural except for 1. @example formatCount(1, 'credit') // '1 credit' */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
