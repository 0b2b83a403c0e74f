/** `Buffer` of the shared package's header codec, for the browser. */
export { Buffer } from 'buffer/'
