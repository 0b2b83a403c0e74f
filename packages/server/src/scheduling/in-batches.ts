/**
 * Maps items in order, at most `batchMax` at once. The first rejection rejects the whole.
 *
 * @example await inBatches(filings, documentsAtOnce, (filing) => readForm(filing))
 */
export async function inBatches<item, result>(
  items: readonly item[],
  batchMax: number,
  map: (item: item) => result | Promise<result>,
): Promise<Awaited<result>[]> {
  const results: Awaited<result>[] = []
  for (let first = 0; first < items.length; first += batchMax)
    results.push(...(await Promise.all(items.slice(first, first + batchMax).map(map))))
  return results
}
