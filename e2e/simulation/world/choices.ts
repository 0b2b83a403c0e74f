/** Random numbers that depend only on a seed. */
export type Choices = {
  /**
   * A number from 0 to below `below`. The same seed, stream and count give the same number,
   * independent of other streams.
   */
  choose(stream: string, below: number): number
  /** Number of draws from a stream. With the stream, it identifies one choice. */
  countOf(stream: string): number
  /** Names of the streams that were drawn from. */
  streams(): Iterable<string>
}

export function createChoices(seed: number): Choices {
  const streams = new Map<string, { state: number; count: number }>()
  const streamOf = (name: string) => {
    const known = streams.get(name)
    if (known) return known
    const made = { state: hashText(name, seed), count: 0 }
    streams.set(name, made)
    return made
  }
  return {
    choose(stream, below) {
      const drawn = streamOf(stream)
      drawn.count += 1
      return mixed(drawn.state + Math.imul(drawn.count, 0x9e37_79b9)) % below
    },
    countOf: (stream) => streams.get(stream)?.count ?? 0,
    streams: () => streams.keys(),
  }
}

/** Hashes a text and a number to 32 bits: FNV-1a. */
export function hashText(text: string, seed: number): number {
  let hash = (0x811c_9dc5 ^ seed) >>> 0
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x0100_0193)
  return mixed(hash)
}

/** The finalizer of MurmurHash3: every output bit depends on every input bit. */
function mixed(bits: number): number {
  let hash = bits | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
