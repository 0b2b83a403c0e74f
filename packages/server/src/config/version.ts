/** Equals the version in package.json; a test compares them. */
export const version = '0.1.0'

/**
 * The page of the project, which each request to another service names. Equals `homepage` in
 * package.json, and is empty until there is one.
 */
export const homepage: string = ''
