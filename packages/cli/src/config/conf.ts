// A file of its own, loaded to write settings: it brings a validator of JSON Schema.
export { default as Conf } from 'conf'
