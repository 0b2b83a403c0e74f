import type { FiqError } from '@fiq/shared/errors'

/** The kind of transport that gave a response. Printed in `extensions.sources[].mode`. */
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
  /** Format of the response, checked against its content type and first byte. */
  expects: 'json' | 'csv' | 'xml' | 'html' | 'text' | 'binary'
  /** Whether it is a large list, which gets 45 s instead of 3 s. */
  bulk?: boolean
  /**
   * Maximum responses a day, counted from midnight UTC, within the limits of its host. The response
   * of a day answers from disk, also after a restart.
   */
  perDay?: number
  /** Called before the request is sent to a real upstream. If it throws, nothing is sent. */
  spend?(): void | Promise<void>
  /**
   * Reads a notice that a source sends instead of data, with status 200 or that of an error: e.g. that
   * a query is too short. Gets at most 500 bytes of the unexpected body.
   *
   * @returns `undefined` for any other text, which is refused by its status
   */
  noticeOf?(text: string): FiqError | undefined
}

/** A zip archive of gigabytes with the responses to many addresses of an upstream. */
export type BulkArchive = {
  request: UpstreamRequest
  /** The name in the archive for an address; `undefined` if the archive does not contain it. */
  nameOf(url: URL): string | undefined
}

/** An upstream's response. `body`: the decompressed bytes. */
export type UpstreamAnswer = Origin & { body: Uint8Array }

/** Origin and times of a response, for its provenance. */
export type Origin = {
  mode: Mode
  /**
   * The upstream's own time of the response (`Last-Modified`, file time), ISO 8601, if it states
   * one.
   */
  asOf: string | null
  /** Time of receipt from the upstream, ISO 8601. */
  retrievedAt: string
  /**
   * Address at which a reader can open the same response without keys. Absent for a POST, whose
   * address alone is not enough.
   */
  address?: string
}

/**
 * Answers a connector's requests. Connectors use all transports alike.
 *
 * @throws FiqError `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `UPSTREAM_CHANGED`,
 * `NOT_CONFIGURED` or `NOT_FOUND`; nothing else.
 */
export type Transport = {
  readonly mode: Mode
  fetch(request: UpstreamRequest): Promise<UpstreamAnswer>
  /** Drops the cached response of a request, because its parser refused it. */
  forget?(request: UpstreamRequest): void
}
