import fc from 'fast-check'

/** Characters that {@link hostile} may contain and that printed text must not. */
export const forbidden =
  /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

/** Texts with escape sequences, invisible characters and overrides, not only plain ones. */
export const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]0;title\u0007',
        '\u001b]8;;http://a.example\u001b\\',
        '\u009b2J',
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
        '\ud800',
        '\r',
        '\n',
        '\u0000',
        '\u001b',
        '\u{e0041}',
      ),
      fc.string({ unit: 'binary' }),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''))
