/** The mark of fiq: two rows of a price over a double rule. */
export const mark =
  '<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M6 1h12v3H6zM10 6h8v3h-8zM0 12h18v1.4H0zM0 15h18v1.4H0z"/></svg>'
