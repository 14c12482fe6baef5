export type PageKind = 'page' | 'sitemap' | 'feed'

/** The states in which nothing is left to do for a page. */
export type PageEnd =
  /** It was read. */
  | 'FETCHED'
  /** Its server, or its content, says that it is as it was. */
  | 'UNCHANGED'
  /** It leads to another address, which is a page of its own. */
  | 'MOVED'
  /** Its server says that there is no such page. */
  | 'GONE'
  /** Its server, its robots.txt or our guard does not allow it. */
  | 'REFUSED'
  /** It was left out: it cannot have products, or a limit of the run was reached. */
  | 'SKIPPED'
  | 'FAILED'

export type PageState = 'DISCOVERED' | 'LEASED' | PageEnd

/** After so many lost workers a page is read after the other pages of its run, and while no other is. */
export const lostUntilAlone = 2
/** A page that has lost so many workers is not read again. */
export const lostMax = 3

/** A page that this worker has taken. */
export type TakenPage = {
  readonly hash: string
  readonly url: string
  readonly host: string
  readonly kind: PageKind
  readonly depth: number
  readonly pattern: string
  readonly attempts: number
  /** How many attempts have not ended: each of them lost its worker. */
  readonly lostAttempts: number
  /** What is known from the last time. */
  readonly known: KnownDocument | undefined
}

export type KnownDocument = {
  readonly etag: string | undefined
  readonly lastModified: string | undefined
  readonly contentHash: string
  readonly links: readonly string[]
  readonly offerKeys: readonly string[] | undefined
}

/** A page that was found and is to be read. */
export type FoundPage = { readonly url: string; readonly kind: PageKind; readonly depth: number }

/** Distinguishes links to sitemaps from links to pages in what is stored of a document. */
export const sitemapMark = 'sitemap '
