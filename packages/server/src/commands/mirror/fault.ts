/** One fault of a stored file, with its line if the file has lines. */
export type Fault = { what: string; line?: number }
