/** Maximum concurrent requests for EDGAR documents. Its hosts allow ten requests a second. */
const batchMax = 8

/**
 * Maps items in order, with a limit on concurrent calls.
 *
 * @example await inBatches(filings, (filing) => readForm(filing))
 */
export async function inBatches<item, result>(
  items: readonly item[],
  map: (item: item) => Promise<result>,
): Promise<result[]> {
  const results: result[] = []
  for (let at = 0; at < items.length; at += batchMax)
    results.push(...(await Promise.all(items.slice(at, at + batchMax).map(map))))
  return results
}
