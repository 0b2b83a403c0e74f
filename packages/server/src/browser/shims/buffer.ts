/** `Buffer` for the browser. The header codec of the shared package uses it. */
export { Buffer } from 'buffer/'
