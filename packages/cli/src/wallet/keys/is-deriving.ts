let underWay = 0

/**
 * Is a key being derived? That runs on another thread, which nothing interrupts: `process.exit`
 * waits for it. Whoever ends the process meanwhile has to end it by a signal.
 */
export function isDeriving(): boolean {
  return underWay > 0
}

/** Runs a derivation, for {@link isDeriving}. */
export async function whileDeriving<result>(derive: () => Promise<result>): Promise<result> {
  underWay += 1
  try {
    return await derive()
  } finally {
    underWay -= 1
  }
}
