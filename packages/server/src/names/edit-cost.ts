/** Letters that often replace each other in spelling and transliteration. */
const soundGroups = ['aeiouy', 'ijy', 'kcqgx', 'szxc', 'vwfbu', 'pb', 'dt', 'mn', 'lr', 'gj', 'hx']
const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const lengthMax = 48

const near = new Uint8Array(128 * 128)
for (const group of soundGroups) {
  for (const one of group) {
    for (const other of group) near[one.charCodeAt(0) * 128 + other.charCodeAt(0)] = 1
  }
}
const vowels = new Uint8Array(128)
for (const letter of alphabet) {
  if ('aeiouy'.includes(letter)) vowels[letter.charCodeAt(0)] = 1
}

const step = { near: 0.6, far: 1, swap: 0.8, doubled: 0.4, silent: 0.65, vowel: 0.55 }
const width = lengthMax + 1
const table = new Float64Array(width * width)

/**
 * Weighted edit distance of two words in `a-z0-9` (optimal string alignment). Replacing a letter by
 * a similar sound, dropping a vowel, a doubled letter or an `h` costs less than a full edit.
 * Compares at most the first 48 letters of a word.
 *
 * @param costMax once the cost is certain to exceed this, returns any larger figure
 * @returns 0 for equal words, about 1 for each full edit.
 */
export function editCost(left: string, right: string, costMax = Infinity): number {
  const rows = Math.min(left.length, lengthMax)
  const columns = Math.min(right.length, lengthMax)
  table[0] = 0
  for (let row = 1; row <= rows; row++) {
    table[row * width] = table[(row - 1) * width]! + gapCost(left, row - 1)
  }
  for (let column = 1; column <= columns; column++) {
    table[column] = table[column - 1]! + gapCost(right, column - 1)
  }
  let leastBefore = 0
  for (let row = 1; row <= rows; row++) {
    const above = gapCost(left, row - 1)
    let least = table[row * width]!
    for (let column = 1; column <= columns; column++) {
      const at = row * width + column
      let best = Math.min(
        table[at - width - 1]! + swapCost(left, row - 1, right, column - 1),
        table[at - width]! + above,
        table[at - 1]! + gapCost(right, column - 1),
      )
      if (row > 1 && column > 1 && isTransposed(left, row - 1, right, column - 1)) {
        best = Math.min(best, table[at - 2 * width - 2]! + step.swap)
      }
      table[at] = best
      if (best < least) least = best
    }
    // A swap uses the row before the previous one, so both rows must exceed the limit.
    if (least > costMax && leastBefore > costMax) return least
    leastBefore = least
  }
  return table[rows * width + columns]!
}

function swapCost(left: string, row: number, right: string, column: number): number {
  const one = left.charCodeAt(row)
  const other = right.charCodeAt(column)
  if (one === other) return 0
  return near[one * 128 + other] === 1 ? step.near : step.far
}

/** Cost of a letter that only one of the words has. */
function gapCost(word: string, at: number): number {
  const code = word.charCodeAt(at)
  if (at > 0 && word.charCodeAt(at - 1) === code) return step.doubled
  if (vowels[code] === 1) return step.vowel
  return code === 104 ? step.silent : step.far
}

function isTransposed(left: string, row: number, right: string, column: number): boolean {
  return (
    left.charCodeAt(row) === right.charCodeAt(column - 1) &&
    left.charCodeAt(row - 1) === right.charCodeAt(column)
  )
}
