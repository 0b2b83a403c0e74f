/** A 32-bit hash of text (FNV-1a), the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** A 32-bit mix of two numbers (murmur3's finaliser). Similar inputs give unrelated results. */
export function mix(a: number, b: number): number {
  let hash = (a ^ Math.imul(b | 0, 0x9e3779b1)) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Uniform in [0, 1), determined by the two numbers. */
export function uniform(key: number, index: number): number {
  return mix(key, index) / 2 ** 32
}

/** Approximately standard normal (sum of four uniforms), within ±3.5. */
export function normal(key: number, index: number): number {
  const inner = mix(key, index)
  let sum = 0
  for (let part = 1; part <= 4; part += 1) sum += uniform(inner, part)
  return (sum - 2) * Math.sqrt(3)
}

/**
 * A smooth curve around 0 within about ±1, determined by the key: the sum of waves of 1 to 13
 * years.
 *
 * @param years position on the curve, e.g. 2026.5
 */
export function waves(key: number, years: number): number {
  let sum = 0
  for (let wave = 1; wave <= 5; wave += 1) {
    const length = 1 + 12 * uniform(key, wave)
    sum += Math.sin((2 * Math.PI * years) / length + 7 * uniform(key, wave + 50)) / 2
  }
  return sum / 1.6
}
