import type { Id } from '#kernel/id'
import { addressRoutes } from '#modules/addresses'
import {
  approvalOperatorRoutes,
  approvalRequestRoutes,
  approvalRuleRoutes,
} from '#modules/approvals'
import { automationOperatorRoutes, automationRoutes, noticeRoutes } from '#modules/automations'
import { budgetsRoutes } from '#modules/budgets'
import { cartRoutes, contractRoutes } from '#modules/cart'
import {
  agreementsRoutes,
  assortmentsRoutes,
  catalogImportsRoutes,
  productsRoutes,
  quotesRoutes,
  searchesRoutes,
  stockLocationsRoutes,
  synonymRoutes,
  taxClassRoutes,
} from '#modules/catalog'
import {
  checkoutOperatorRoutes,
  checkoutRoutes,
  directOrderRoutes,
  paymentMethodRoutes,
} from '#modules/checkout'
import { fxRoutes } from '#modules/fx'
import {
  apiKeyRoutes,
  companyRoutes,
  listClientNames,
  listCompanyNames,
  memberRoutes,
  membershipRoutes,
  oauthAppRoutes,
  oauthEndpointRoutes,
  oauthPageRoutes,
  peopleRoutes,
  privacyRoutes,
  sessionRoutes,
} from '#modules/identity'
import { incidentsRoutes, testTransports } from '#modules/incidents'
import { companyDetailsRoutes, invoiceOperatorRoutes, invoicesRoutes } from '#modules/invoices'
import {
  approvalRoutes,
  fulfilmentRoutes,
  orderOperatorRoutes,
  ordersRoutes,
} from '#modules/orders'
import { creditRoutes, paymentOperatorRoutes, paymentsRoutes } from '#modules/payments'
import { shippingRoutes } from '#modules/shipping'
import { taxRoutes } from '#modules/tax'
import { webhookOperatorRoutes, webhooksRoutes } from '#modules/webhooks'
import { auditRoutes, operatorAuditRoutes } from '#platform/audit'
import type { Routes } from '#platform/http'
import { alertingOf } from './alerting-of.ts'
import type { AppOptions } from './app.ts'
import type { Modules } from './create-modules.ts'
import type { Platform } from './open-platform.ts'

/** The routes of every module, but for those that the process itself has: health, metrics, jobs, pages. */
export function apiRoutes(options: AppOptions, modules: Modules, platform: Platform): Routes[] {
  const { now } = options
  const { database } = platform
  const alerting = alertingOf(options, platform)
  const { identity, oauth, incidents, catalog, carts, orders, payments, checkout, webhooks } =
    modules
  const contractStatuses = (companyId: Id<'co'>, clientIds: readonly string[]) =>
    carts.contractStatuses(database.pool, companyId, clientIds)
  return [
    sessionRoutes({ identity, database }),
    membershipRoutes(identity.members),
    memberRoutes({ members: identity.members, now }),
    companyRoutes({ members: identity.members, now }),
    peopleRoutes({ members: identity.members }),
    apiKeyRoutes({ identity, now, contractStatuses }),
    oauthAppRoutes({ oauth, contractStatuses }),
    oauthEndpointRoutes(oauth),
    oauthPageRoutes(oauth),
    privacyRoutes(modules.privacy),
    productsRoutes(catalog),
    synonymRoutes(catalog),
    quotesRoutes(modules.quotes),
    searchesRoutes(modules.searches),
    agreementsRoutes(modules.agreements),
    assortmentsRoutes(modules.assortments),
    stockLocationsRoutes(modules.stockLocations),
    catalogImportsRoutes(modules.catalogImports),
    fxRoutes(modules.fx),
    cartRoutes(carts),
    contractRoutes(carts, (clients) => listClientNames(database.pool, clients)),
    checkoutRoutes(checkout, carts),
    directOrderRoutes(checkout, carts),
    paymentMethodRoutes(checkout),
    checkoutOperatorRoutes(checkout),
    taxClassRoutes(catalog),
    addressRoutes(modules.addresses),
    shippingRoutes(modules.shipping),
    taxRoutes({ taxes: modules.taxes, database, now }),
    ordersRoutes(orders),
    orderOperatorRoutes(modules.orderWatch),
    invoicesRoutes(modules.invoices),
    invoiceOperatorRoutes(modules.invoices),
    companyDetailsRoutes(modules.companyDetails),
    fulfilmentRoutes(modules.fulfilment),
    budgetsRoutes(modules.budgets),
    approvalRuleRoutes(modules.approvals),
    approvalOperatorRoutes({ database, namesOf: listCompanyNames }),
    approvalRequestRoutes(modules.approvals),
    approvalRoutes(modules.fulfilment, modules.approvals),
    paymentsRoutes(payments),
    paymentOperatorRoutes({ payments, database, namesOf: listCompanyNames }),
    creditRoutes({
      database,
      now,
      findCompany: identity.findCompany,
      namesOf: listCompanyNames,
    }),
    webhooksRoutes(webhooks),
    webhookOperatorRoutes(webhooks),
    automationRoutes(modules.automations),
    noticeRoutes(modules.automations),
    automationOperatorRoutes(modules.automations),
    incidentsRoutes(incidents, { testTransports: (actor) => testTransports(alerting, actor) }),
    auditRoutes({ database, now }),
    operatorAuditRoutes({ database }),
  ]
}
