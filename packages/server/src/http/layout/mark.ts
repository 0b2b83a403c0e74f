const shape = 'M6 1h12v3H6zM10 6h8v3h-8zM0 12h18v1.4H0zM0 15h18v1.4H0z'

/** The mark of fiq: two rows of a price over a double rule. */
export const mark = `<svg viewBox="0 0 18 18" aria-hidden="true"><path d="${shape}"/></svg>`

/** Address of the icon of a browser's tab: the mark, in an accent that both schemes show. */
export const icon = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 20 18.4"><path fill="#6b7cf0" d="${shape}"/></svg>`)}`
