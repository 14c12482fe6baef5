import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type Addresses, createAddresses } from '#modules/addresses'
import { type Approvals, createApprovals, reviewStepsOf, type TellDeps } from '#modules/approvals'
import {
  type Automations,
  automationEvents,
  createAutomations,
  isHoldPending,
} from '#modules/automations'
import { type Budgets, createBudgets } from '#modules/budgets'
import { type Carts, createCarts } from '#modules/cart'
import {
  type Agreements,
  type Assortments,
  type Catalog,
  type CatalogImports,
  catalogEvents,
  catalogSettings,
  createAgreements,
  createAssortments,
  createCatalog,
  createCatalogImports,
  createQuotes,
  createSearches,
  createStockLocations,
  createTerms,
  type Quotes,
  type Searches,
  type StockLocations,
  searchesSettings,
} from '#modules/catalog'
import {
  type Checkout,
  type CheckoutDeps,
  checkoutSubscribers,
  createCheckout,
} from '#modules/checkout'
import type { Fx } from '#modules/fx'
import {
  createIdentity,
  createOAuth,
  createPrivacy,
  findActingMember,
  type Identity,
  identitySettings,
  isCompanyOpen,
  listCompanyNames,
  listNames,
  listPeopleIds,
  listReachable,
  type OAuth,
  type Privacy,
  peppersFrom,
  personBehind,
  relyingPartyFrom,
  rolesInSetting,
} from '#modules/identity'
import {
  createIncidents,
  type Incidents,
  incidentsSettings,
  transportsFrom,
} from '#modules/incidents'
import { invoicesEvents, invoicesSubscribers } from '#modules/invoices'
import {
  createFulfilment,
  createOrders,
  createOrderWatch,
  type Fulfilment,
  type FulfilmentDeps,
  lettersSubscribers,
  type Orders,
  type OrderWatch,
  ordersEvents,
  ordersSettings,
  ordersSubscribers,
} from '#modules/orders'
import { createPayments, type Payments, paymentEvents, paymentsSettings } from '#modules/payments'
import { createShipping, type Shipping } from '#modules/shipping'
import { createTaxes, type Taxes } from '#modules/tax'
import { createTotals, type DocumentTotals } from '#modules/totals'
import { createWebhooks, type Webhooks, webhooksSettings } from '#modules/webhooks'
import { isDeployed } from '#platform/config'
import type { EventKind, Subscription } from '#platform/outbox'
import type { AppOptions } from './app.ts'
import { approvalLinks } from './approval-links.ts'
import { fxOf } from './create-fx.ts'
import { type InvoicingModules, invoicingOf } from './create-invoicing.ts'
import { checkoutLettersOf, orderLettersOf } from './create-order-letters.ts'
import { providersOf } from './create-payment-providers.ts'
import type { Platform } from './open-platform.ts'
import { personalData } from './personal-data.ts'
import { publicUrlOf } from './public-url.ts'
import { platformSettings } from './settings.ts'
import { whenCompanyCloses } from './when-company-closes.ts'

export type Modules = InvoicingModules & {
  readonly fx: Fx
  readonly incidents: Incidents
  readonly identity: Identity
  readonly oauth: OAuth
  readonly privacy: Privacy
  readonly catalog: Catalog
  readonly catalogImports: CatalogImports
  readonly quotes: Quotes
  readonly searches: Searches
  readonly agreements: Agreements
  readonly assortments: Assortments
  readonly stockLocations: StockLocations
  readonly carts: Carts
  readonly addresses: Addresses
  readonly taxes: Taxes
  readonly shipping: Shipping
  readonly totals: DocumentTotals
  readonly approvals: Approvals
  readonly approvalNotices: TellDeps
  readonly budgets: Budgets
  readonly orders: Orders
  readonly fulfilment: Fulfilment
  readonly fulfilmentDeps: FulfilmentDeps
  readonly orderWatch: OrderWatch
  readonly payments: Payments
  readonly checkout: Checkout
  readonly checkoutDeps: CheckoutDeps
  readonly webhooks: Webhooks
  readonly automations: Automations
  /** Everybody who reads the event log. */
  readonly subscriptions: readonly Subscription[]
}

export function createModules(options: AppOptions, platform: Platform): Modules {
  const { now, log, metrics, settings } = options
  const { database, cache, wake, seal, outbound } = platform
  const transports = transportsFrom(settings.of(incidentsSettings))
  const incidents = createIncidents({ database, now, transports })
  const identity = identityOf(options, platform)
  /** Remembered for seconds: a cart is made with it, and an order priced. */
  const companyOf = async (companyId: string) =>
    (await identity.partiesOf(database.pool, [companyId])).get(companyId) ??
    identity.company(database.pool, companyId)
  const currencyOf = async (companyId: string) => (await companyOf(companyId)).currency
  const fx = fxOf(options, platform, incidents)
  const taxes = createTaxes({ database, wake, partiesOf: identity.partiesOf, now })
  const shipping = createShipping({ database, wake, fx, now })
  const terms = createTerms(wake)
  const catalog = createCatalog({ database, fx, now, currencyOf, terms, wake })
  const totals = createTotals({ taxes, shipping, discountsOf: catalog.orderDiscounts })
  const quotes = createQuotes({ database, fx, cache, metrics, now, currencyOf, terms })
  const findCompany = (companyId: string) => identity.findCompany(database.pool, companyId)
  const carts = createCarts({ database, catalog, companyOf, totals, now })
  const approvals = createApprovals({
    database,
    wake,
    fx,
    peopleOf: listPeopleIds,
    personBehind,
    now,
  })
  const peopleOf = listPeopleIds
  const budgets = createBudgets({ database, wake, fx, peopleOf, personBehind, now })
  const orders = createOrders({ database })
  const payments = createPayments({
    database,
    providers: providersOf(options, platform),
    incidents,
    now,
    log,
    isAwaitingApproval: orders.isAwaitingApproval,
    costOfOrder: orders.costOf,
    partOfOrder: orders.partOf,
    intentMinutes: settings.of(paymentsSettings).PAYMENTS_INTENT_MINUTES,
  })
  const ordering = settings.of(ordersSettings)
  const checkoutDeps = {
    database,
    catalog,
    carts,
    orders,
    payments,
    incidents,
    approvals,
    budgets,
    totals,
    partiesOf: identity.partiesOf,
    currencyOf,
    namesOf: listCompanyNames,
    ...checkoutLettersOf(options),
    refusalsMax: ordering.ORDERS_REFUSALS_MAX,
    now,
  }
  const fulfilmentDeps = {
    database,
    catalog,
    payments,
    approvals,
    budgets,
    isCompanyOpen,
    isHoldPending,
    now,
    log,
    metrics,
    closeAfterDays: ordering.ORDERS_CLOSE_AFTER_DAYS,
    unconfirmedHours: ordering.ORDERS_UNCONFIRMED_HOURS,
    unshippedDays: ordering.ORDERS_UNSHIPPED_DAYS,
    refusalsMax: ordering.ORDERS_REFUSALS_MAX,
    incidents,
  }
  const invoicing = invoicingOf(options, platform, { orders, payments, identity, fx })
  const kinds = [
    ...ordersEvents,
    ...invoicesEvents,
    ...paymentEvents,
    ...catalogEvents,
  ] as unknown as EventKind[]
  const webhooks = createWebhooks({
    database,
    outbound,
    wake,
    seal,
    incidents,
    adminsOf: (conn, companyId) => identity.admins(conn, companyId),
    namesOf: listCompanyNames,
    baseUrl: publicUrlOf(options),
    now,
    log,
    metrics,
    settings: settings.of(webhooksSettings),
    kinds: [...kinds, ...(automationEvents as unknown as EventKind[])],
  })
  const fulfilment = createFulfilment(fulfilmentDeps)
  const automations = createAutomations({
    database,
    compute: platform.compute,
    fulfilment,
    carts,
    memberOf: findActingMember,
    forSale: async (companyId, ids) => {
      const items = ids.map((productId) => ({ productId, quantity: 1 }))
      return new Set((await catalog.quote(database.pool, companyId, items)).keys())
    },
    outbound,
    wake,
    seal,
    incidents,
    adminsOf: (conn, companyId) => identity.admins(conn, companyId),
    namesOf: listNames,
    now,
    log,
    kinds,
  })
  return {
    fx,
    quotes,
    searches: createSearches({
      database,
      cache,
      wake,
      metrics,
      now,
      log,
      fx,
      currencyOf,
      terms,
      quotes,
      search: catalog.search,
      settings: settings.of(searchesSettings),
    }),
    agreements: createAgreements({ database, now, findCompany }),
    assortments: createAssortments({ database, now, findCompany }),
    stockLocations: createStockLocations({ database, now, findCompany }),
    incidents,
    identity,
    oauth: oauthOf(options, platform, identity),
    privacy: createPrivacy({
      database,
      seal,
      now,
      sources: personalData,
      forgetCredentials: () => identity.forgetCredentials(),
      baseUrl: publicUrlOf(options),
    }),
    catalog,
    catalogImports: createCatalogImports({
      database,
      now,
      metrics,
      wake,
      settings: settings.of(catalogSettings),
      findCompany: identity.findCompany,
    }),
    carts,
    addresses: createAddresses({ database, now }),
    taxes,
    shipping,
    totals,
    approvals,
    approvalNotices: {
      database,
      peopleOf: listPeopleIds,
      reach: listReachable,
      adminsOf: (conn, companyId) => identity.admins(conn, companyId),
      linkOf: approvalLinks(options),
      now,
    },
    budgets,
    orders,
    fulfilment,
    fulfilmentDeps,
    orderWatch: createOrderWatch({ ...fulfilmentDeps, namesOf: listCompanyNames }),
    payments,
    ...invoicing,
    checkout: createCheckout(checkoutDeps),
    checkoutDeps,
    webhooks,
    automations,
    subscriptions: [
      ...checkoutSubscribers(checkoutDeps),
      ...ordersSubscribers(fulfilmentDeps),
      ...lettersSubscribers(orderLettersOf(options)),
      ...invoicesSubscribers(invoicing.invoicing),
      ...webhooks.subscriptions,
      ...automations.subscriptions,
    ],
  }
}

function identityOf({ settings, now }: AppOptions, platform: Platform): Identity {
  const { database, cache, wake, seal, sealKeys } = platform
  const { APP_ENV, AUTH_URL, BASE_URL, RATE_LIMIT_PER_MINUTE } = settings.of(platformSettings)
  const values = settings.of(identitySettings)
  const { JWT_ACCESS_SECRET: accessSecret, JWT_REFRESH_SECRET: refreshSecret } = values
  assert(accessSecret && refreshSecret, 'composed without its required settings')
  return createIdentity({
    database,
    cache,
    wake,
    seal,
    now,
    companyClosed: whenCompanyCloses,
    peopleLeft: reviewStepsOf,
    settings: {
      accessSecret,
      accessSecretPrevious: values.JWT_ACCESS_SECRET_PREVIOUS,
      refreshSecret,
      refreshSecretPrevious: values.JWT_REFRESH_SECRET_PREVIOUS,
      accessTokenSeconds: values.AUTH_ACCESS_TOKEN_SECONDS,
      sessionDays: values.AUTH_SESSION_DAYS,
      sessionIdleDays: values.AUTH_SESSION_IDLE_DAYS,
      addressFailuresMax: values.AUTH_FAILURES_PER_HOUR,
      mfaRequiredRoles: rolesInSetting(values.AUTH_MFA_REQUIRED_ROLES),
      resetPageUrl: values.AUTH_PASSWORD_RESET_URL,
      relyingParty: relyingPartyFrom({
        id: values.AUTH_PASSKEY_RP_ID,
        origins: values.AUTH_PASSKEY_ORIGINS,
        authUrl: AUTH_URL,
        baseUrl: BASE_URL,
      }),
      keyMode: isDeployed(APP_ENV) ? 'live' : 'test',
      peppers: peppersFrom(values.API_KEY_PEPPER, sealKeys),
      requestsPerMinute: RATE_LIMIT_PER_MINUTE,
      invitationPageUrl: values.AUTH_INVITATION_URL,
    },
  })
}

function oauthOf(options: AppOptions, platform: Platform, identity: Identity): OAuth {
  const { settings, now, log } = options
  const { database, limiterStore } = platform
  const { AUTH_URL, APP_ENV } = settings.of(platformSettings)
  const { JWT_REFRESH_SECRET: secret, OAUTH_CLIENT_REQUESTS_PER_MINUTE: clientRequestsPerMinute } =
    settings.of(identitySettings)
  assert(secret, 'composed without its required settings')
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  const baseUrl = publicUrlOf(options)
  return createOAuth({
    database,
    identity,
    now,
    log,
    limiterStore,
    settings: {
      clientRequestsPerMinute,
      baseUrl,
      authUrl: (AUTH_URL ?? baseUrl).replace(/\/$/, ''),
      cookieKeys: [keyFor('purveyor/oauth-cookies').toString('base64url')],
      formKey: keyFor('purveyor/oauth-forms'),
      mode: isDeployed(APP_ENV) ? 'live' : 'test',
    },
  })
}
