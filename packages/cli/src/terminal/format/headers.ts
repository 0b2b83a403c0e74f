/**
 * Words of table headers: one dictionary for all commands, in lower case, never the name of a
 * field. Each word has one meaning: `change %` is the change of the column before it, `as of` the
 * time of the newest value.
 */
const words = [
  // prices
  ...['ticker', 'name', 'price', 'cur', 'change', 'change %', 'state', 'as of', 'day range'],
  ...['volume', '× mean', 'cap', '52 weeks', 'prev close', 'exchange', 'gap %', 'pre', 'pre %'],
  ...['extended', 'extended %'],
  ...['mean volume', 'since open', 'today', 'date', 'value', 'unit', 'year', 'month', 'quarter'],
  ...['open', 'high', 'low', 'close', 'bars', 'median', 'away', 'lots', 'file', 'cost', 'gain'],
  ...[
    'gain %',
    'day',
    'time',
    'who',
    'event',
    'sure',
    'forecast',
    'session',
    'expected',
    'missing',
    'needs',
    'get it with',
    'starts',
  ],
  // filings and figures
  ...['filed', 'form', 'items', 'about', 'period', 'number', 'document', 'announced', 'reported'],
  ...['title', 'EPS', 'basic', 'revenue', 'net income', 'ends', 'split', 'part', 'from', 'to'],
  ...['tag', 'kind', 'what', 'because'],
  // owners and lists
  ...['score', 'list', 'programs', 'countries', 'type', 'listed', 'entry', 'remarks', 'cycle'],
  ...['committee', 'party', 'raised', 'candidate', 'id', 'traded', 'insider', 'side', 'shares'],
  ...['role', 'held', 'owned', 'expires', 'director', 'detail', 'percent', 'holder', 'issuer'],
  ...['class', 'weight', 'CUSIP', 'CIK', 'LEI', 'principal', 'settled', 'shares short'],
  ...['days to cover', 'before', 'tickers', 'source', 'confidence'],
  // agencies, media and prediction markets
  ...['product', 'status', 'company', 'case', 'court', 'ended', 'docket', 'cause', 'parties'],
  ...['amount', 'agency', 'recipient', 'award', 'updated', 'phase', 'study', 'conditions'],
  ...['sponsor', 'start', 'when', 'publisher', 'headline', 'language', 'votes', 'replies'],
  ...['forum', 'points', 'closes', 'yes or first', 'question', 'market', 'second', 'published'],
  ...['authors', 'cited', 'venue', 'DOI', 'found in', 'outcome', 'probability', 'reason'],
  // derivatives
  ...['contract', 'speculators', 'hedgers', 'spec long', 'spec short', 'hedge long'],
  ...['hedge short', 'symbol', 'strike', 'bid', 'ask', 'last', 'IV', 'delta', 'gamma', 'theta'],
  ...['vega', 'rho', 'indicator'],
  // money and set-up
  ...['path', 'times', 'credits', 'USDC', 'for', 'transaction', 'money', 'spent', 'of', 'left'],
  ...[
    'server',
    'pay to',
    'since',
    'client',
    'a call',
    '24 hours',
    '30 days',
    'unasked',
    'approved in',
  ],
  ...['tools', 'tool', 'category', 'inputs', 'summary', 'wallet', 'address', 'key in', 'unlocked'],
  ...['setting', 'profile', 'in use', 'default', 'variable', 'field', 'null when', 'url'],
] as const

/** A word of the dictionary. */
export type Header = (typeof words)[number]

/** A header: a word, followed by a comma and the currency if all rows share it. */
export type Title = Header | `${Header}, ${string}` | ''
