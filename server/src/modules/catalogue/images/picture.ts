/**
 * WAITING: its source is to be fetched. FETCHING: a worker fetches it. READY: its source is stored. FAILED: the source cannot be
 * fetched, or is no picture.
 */
export type PictureState = 'WAITING' | 'FETCHING' | 'READY' | 'FAILED'

/** REQUEST: somebody waits for the picture. IMPORT: its presets are converted as soon as its source is stored. */
export type WantedBy = 'REQUEST' | 'IMPORT'

export type Picture = {
  readonly companyId: string
  readonly productId: string
  readonly version: string
  /** The address at the supplier. Undefined for an upload. */
  readonly sourceUrl: string | undefined
  readonly state: PictureState
  readonly wantedBy: WantedBy
  readonly attempts: number
  readonly failure: string | undefined
  readonly updatedAt: Date
}

/** A picture that a worker has claimed. */
export type ClaimedPicture = Picture & {
  readonly key: { readonly company_id: string; readonly product_id: string }
}
