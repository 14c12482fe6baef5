import { addressesModule } from '#modules/addresses'
import { adAuctionsModule, adsModule } from '#modules/ads'
import { approvalsModule, continueRequestsModule } from '#modules/approvals'
import { automationsModule } from '#modules/automations'
import { budgetsModule } from '#modules/budgets'
import { calendarModule } from '#modules/calendar'
import { cartModule } from '#modules/cart'
import { chatModule } from '#modules/chat'
import { checkoutModule } from '#modules/checkout'
import { crawlModule } from '#modules/crawl'
import { fxModule } from '#modules/fx'
import { identityModule } from '#modules/identity'
import { imageAddressesModule, imagesModule } from '#modules/images'
import { importsModule } from '#modules/imports'
import { incidentsModule } from '#modules/incidents'
import { invoicesModule } from '#modules/invoices'
import { llmModule } from '#modules/llm'
import { localesModule } from '#modules/locales'
import { numberingModule } from '#modules/numbering'
import { offersModule } from '#modules/offers'
import { ordersModule } from '#modules/orders'
import { paymentsModule } from '#modules/payments'
import { preferencesModule } from '#modules/preferences'
import { productsModule } from '#modules/products'
import { quotasModule } from '#modules/quotas'
import { quotesModule } from '#modules/quotes'
import { requisitionsModule } from '#modules/requisitions'
import { searchModule } from '#modules/search'
import { shippingModule } from '#modules/shipping'
import { shoppingModule } from '#modules/shopping'
import { standingModule } from '#modules/standing'
import { structureModule } from '#modules/structure'
import { supportModule } from '#modules/support'
import { taxModule } from '#modules/tax'
import { totalsModule } from '#modules/totals'
import { webhooksModule } from '#modules/webhooks'
import type { SettingsReading, SettingsSlice } from '#platform/config'
import { composeModules, type ModuleFacts } from '#platform/module'
import type { Partitioned } from '#platform/partitions'
import type { SealedColumn } from '#platform/seal'
import { links } from './links.ts'
import type { Platform } from './open-platform.ts'
import { platformModule } from './platform-module.ts'

/** Every module, after the modules that it needs. A new module adds its line here. */
const modules = [
  incidentsModule,
  identityModule,
  localesModule,
  fxModule,
  taxModule,
  shippingModule,
  imageAddressesModule,
  productsModule,
  quotesModule,
  adsModule,
  searchModule,
  adAuctionsModule,
  imagesModule,
  importsModule,
  crawlModule,
  offersModule,
  totalsModule,
  numberingModule,
  calendarModule,
  preferencesModule,
  structureModule,
  addressesModule,
  approvalsModule,
  budgetsModule,
  quotasModule,
  paymentsModule,
  ordersModule,
  continueRequestsModule,
  cartModule,
  checkoutModule,
  shoppingModule,
  requisitionsModule,
  standingModule,
  invoicesModule,
  supportModule,
  webhooksModule,
  llmModule,
  automationsModule,
  chatModule,
  platformModule,
] as const

const facts: readonly ModuleFacts[] = modules

/** The settings that `npm run settings` prints and that readiness reports. */
export const settingsSlices: readonly SettingsSlice[] = facts.flatMap(
  ({ settings = [] }) => settings,
)

export const schedules = facts.flatMap((module) => module.schedules ?? [])

export const inPlaceQueues = facts.flatMap((module) => module.inPlaceQueues ?? [])

export const tagDescriptions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...facts.map(({ tags }) => tags),
)

/**
 * Every sealed column that is kept for good. Answers kept for an Idempotency-Key, mail that waits and exports of personal data are
 * sealed too. They are deleted within a week, and a key stays in the ring longer than that.
 */
export const sealedColumns: readonly SealedColumn[] = facts.flatMap(
  (module) => module.sealedColumns ?? [],
)

export const personalData = facts.flatMap((module) => module.personalData ?? [])

/** Every table with a partition for each day, and how long its days are kept. */
export function partitionedTables(settings: SettingsReading): Partitioned[] {
  return facts.flatMap(({ partitions }) => partitions?.(settings) ?? [])
}

export type Modules = ReturnType<typeof makeModules>['services']

export function makeModules(platform: Platform) {
  return composeModules(modules, {
    ...platform,
    ...links,
    eventKinds: facts.flatMap(({ events = [] }) => events),
    personalData,
    partitioned: partitionedTables(platform.settings),
    sealedColumns,
  })
}
