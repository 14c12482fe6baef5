import type { Actor } from '#kernel/actor'
import type { Crawls } from '#modules/crawl'
import type { Company } from '#modules/identity'
import type { Conn, Database } from '#platform/db'
import type { Reader } from '#platform/mail'
import type { OfferRequest } from './request.ts'
import type { OffersSettings } from './settings.ts'

export type OffersDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly crawls: Pick<Crawls, 'findOffer'>
  readonly findCompany: (conn: Conn, companyId: string) => Promise<Company | undefined>
  /** The categories that a known product belongs to, its own last. Undefined: the company does not see it. */
  readonly categoryOf: (actor: Actor, productId: string) => Promise<string | undefined>
  readonly settings: OffersSettings
  readonly mail: {
    /** Who answers: the administrators of the supplier, or operators. */
    readonly reachAnswering: (
      conn: Conn,
      supplierCompanyId: string | undefined,
    ) => Promise<readonly Reader[]>
    readonly reachMember: (
      conn: Conn,
      companyId: string,
      userId: string,
    ) => Promise<readonly Reader[]>
    readonly linkOf: (request: OfferRequest) => string
  }
}
