// A separate file, loaded only to write settings, because it brings a JSON Schema validator.
export { default as Conf } from 'conf'
