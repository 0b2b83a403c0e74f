/** One class of a fund's shares. `source` is the id of the upstream that lists it. */
export type ListedFund = { ticker: string; name: string; source: string }
