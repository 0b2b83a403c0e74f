import { sanitise } from '@fiq/shared/sanitise'

/**
 * JSON that is safe on a terminal and complete: unsafe characters are escaped.
 *
 * @param indent - Spaces for each level; 0 for one line.
 */
export function safeJson(value: unknown, indent = 0): string {
  return safeJsonText(JSON.stringify(value ?? null, undefined, indent))
}

/** Makes a JSON text safe for a terminal. */
export function safeJsonText(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]|[\ud800-\udbff][\udc00-\udfff]|[\u00ad-\uffff]/g,
    (character) => (sanitise(character) === character ? character : escaped(character)),
  )
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
