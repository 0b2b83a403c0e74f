let underWay = 0

/**
 * Whether a key is being derived. Derivation runs on another thread and cannot be interrupted:
 * `process.exit` waits for it. To end the process during it, send a signal.
 */
export function isDeriving(): boolean {
  return underWay > 0
}

/** Runs a derivation and records it for {@link isDeriving}. */
export async function whileDeriving<result>(derive: () => Promise<result>): Promise<result> {
  underWay += 1
  try {
    return await derive()
  } finally {
    underWay -= 1
  }
}
