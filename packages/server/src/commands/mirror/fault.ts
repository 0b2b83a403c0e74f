/** One fault of a stored file, with its line where the file has lines. */
export type Fault = { what: string; line?: number }
