import type { FiqError } from '@fiq/shared/errors'

/** The transport of an answer. Printed in `extensions.sources[].mode`. */
export type Mode = 'live' | 'mirror' | 'sandbox' | 'recorded' | 'files'

/** One request to a public upstream, as a connector builds it. */
export type UpstreamRequest = {
  /**
   * The real public address, query included. Keys are added by the transport, never by connectors.
   */
  url: URL
  method?: 'GET' | 'POST'
  /** Body of a POST, as sent. */
  body?: string
  headers?: Readonly<Record<string, string>>
  /** Form of the answer, checked against its content type and first byte. */
  expects: 'json' | 'csv' | 'xml' | 'html' | 'text' | 'binary'
  /** Large lists get 45 s instead of 3 s. */
  bulk?: boolean
  /** Called before the request leaves for a real upstream. If it throws, nothing is sent. */
  spend?(): void | Promise<void>
  /**
   * Reads a notice that a source sends with status 200 instead of an answer, e.g. that a query is
   * too short. Gets at most 500 characters of the unexpected body.
   *
   * @returns `undefined` for any other text, which is refused as `UPSTREAM_CHANGED`.
   */
  noticeOf?(text: string): FiqError | undefined
}

/** A zip archive of gigabytes that contains the answers of many addresses of an upstream. */
export type BulkArchive = {
  request: UpstreamRequest
  /** The name in the archive for an address; `undefined` if the archive does not contain it. */
  nameOf(url: URL): string | undefined
}

/** An upstream's answer. `body` is the decoded (un-gzipped) bytes. */
export type UpstreamAnswer = Origin & { body: Uint8Array }

/** Origin and times of an answer, for its provenance. */
export type Origin = {
  mode: Mode
  /**
   * The upstream's own time of the answer (`Last-Modified`, file time), ISO 8601, if it states one.
   */
  asOf: string | null
  /** When the bytes were received from the upstream, ISO 8601. */
  retrievedAt: string
  /**
   * Address that a reader can open to see the same answer, without keys. Absent for a POST, whose
   * address alone leads nowhere.
   */
  address?: string
}

/**
 * Answers a connector's requests. All transports look alike to a connector.
 *
 * @throws FiqError `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `UPSTREAM_CHANGED`,
 * `NOT_CONFIGURED` or `NOT_FOUND`; never anything else.
 */
export type Transport = {
  readonly mode: Mode
  fetch(request: UpstreamRequest): Promise<UpstreamAnswer>
  /** Drops the cached answer of a request, because its parser refused it. */
  forget?(request: UpstreamRequest): void
}
