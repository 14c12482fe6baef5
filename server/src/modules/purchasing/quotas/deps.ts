import type { Clock } from '#kernel/time'
import type { Fx } from '#modules/fx'
import type { Agreements } from '#modules/products'
import type { Database } from '#platform/db'
import type { Wake } from '#platform/wake'

export type QuotasDeps = {
  readonly database: Database
  readonly wake: Wake
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly agreements: Pick<Agreements, 'getContract' | 'nextVersion'>
  readonly now: Clock
}
