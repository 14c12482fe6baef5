import type { Clock } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import type { EventKind } from '#platform/outbox'
import type { Seal } from '#platform/seal'
import type { CheckUrl } from './endpoints/check-url.ts'
import type { WebhooksSettings } from './settings.ts'

/** What the use cases of this module need. */
export type Deps = {
  readonly database: Database
  readonly seal: Seal
  readonly incidents: Incidents
  readonly checkUrl: CheckUrl
  /** The event kinds that a webhook may subscribe to. */
  readonly kinds: readonly EventKind[]
  readonly now: Clock
  readonly settings: WebhooksSettings
}
