/** `Buffer`, which the header codec of the shared package uses, for the browser. */
export { Buffer } from 'buffer/'
