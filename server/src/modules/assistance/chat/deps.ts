import type { Actor } from '#kernel/actor'
import type { Carts } from '#modules/cart'
import type { Crawls } from '#modules/crawl'
import type { Incidents } from '#modules/incidents'
import type { Changes, ProductReader, TermsOf } from '#modules/products'
import type { Requisitions } from '#modules/requisitions'
import type { Searches } from '#modules/search'
import type { Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Tallies } from '#platform/tallies'
import type { Wake } from '#platform/wake'
import type { AgentClient, ModelAccess } from './extraction/agent-client.ts'
import type { ChatMetrics } from './metrics.ts'
import type { ChatSettings } from './settings.ts'

export type ChatDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: WorkLog
  readonly wake: Wake
  readonly tallies: Pick<Tallies, 'add' | 'read'>
  readonly metrics: ChatMetrics
  readonly incidents: Incidents
  /** Undefined while no companion is configured: sessions then wait. */
  readonly agent: AgentClient | undefined
  /** Undefined where the companion has no language model. */
  readonly modelAccess?: ((asker: Asker) => Promise<ModelAccess>) | undefined
  readonly searches: Pick<Searches, 'readyToCreate' | 'outcome'>
  readonly carts: Pick<Carts, 'addItems'>
  readonly requisitions: Pick<Requisitions, 'draft' | 'exists' | 'read'>
  readonly crawls: Pick<Crawls, 'listRunsById' | 'propose' | 'sourcesNamedIn'>
  readonly reader: ProductReader
  readonly changes: Pick<Changes, 'moment'>
  readonly terms: TermsOf
  readonly currencyOf: (companyId: string) => Promise<string>
  readonly settings: ChatSettings
}

/** The person whose tokens of language models an extraction spends. */
export type Asker = { readonly companyId: string; readonly ownerId: string }

/** What a person does with chat sessions. */
export type ChatActor = Actor
