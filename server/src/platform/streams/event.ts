/** A record whose events clients follow. */
export type StreamKey = { readonly companyId: string; readonly id: string }

/** An event in its sent form, with the data as JSON text. */
export type StoredEvent = {
  /** Events of a record are numbered from 1 without a gap. */
  readonly event: number
  readonly kind: string
  /** The number of products in it. */
  readonly products: number
  readonly data: string
}

export type ReadAfter = (key: StreamKey, event: number, limit: number) => Promise<StoredEvent[]>
