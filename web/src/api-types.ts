import type { DataOf, ItemOf, paths } from '@purveyor/sdk'

// All types come from the routes: if a field is renamed there, the build of the pages fails here.

/** `GET /health/ops`. Besides its own fields, it has one section for each area, under the area's name. */
export type Surface = DataOf<paths['/health/ops']['get']>
export type Section = Surface[string]
export type Problem = Section['problems'][number]
export type Dependency = Surface['dependencies'][number]
export type ConfigReadiness = Surface['configReadiness']

export type SectionSeries = DataOf<paths['/admin/operations/series']['get']>[number]

export type Principal = DataOf<paths['/admin/session']['get']>
export type StuckOrder = ItemOf<paths['/admin/orders/stuck']['get']>
export type UnorderedPayment = ItemOf<paths['/admin/orders/checkout/refunds']['get']>
export type WaitingInvoice = ItemOf<paths['/admin/invoices/waiting']['get']>
export type WatchedAutomation = ItemOf<paths['/admin/automations/rules']['get']>
export type WatchedWebhook = ItemOf<paths['/admin/webhooks']['get']>
export type WebhookDelivery = ItemOf<
  paths['/admin/companies/{companyId}/webhooks/{webhookId}/deliveries']['get']
>
export type WatchedWebhookState = WatchedWebhook['state'] | 'TROUBLED'
export type FoundCompany = ItemOf<paths['/admin/companies']['get']>
export type FoundPerson = ItemOf<paths['/admin/people']['get']>
export type FoundOrder = ItemOf<paths['/admin/orders/search']['get']>
export type Order = DataOf<paths['/api/v1/orders/{orderId}']['get']>
export type OrderLine = Order['lines'][number]
export type OrderCredit = Order['credits'][number]
export type Payment = DataOf<paths['/api/v1/payments/{paymentId}']['get']>
export type RefundRequest = NonNullable<
  paths['/api/v1/payments/{paymentId}/refunds']['post']['requestBody']
>['content']['application/json']
export type InvoiceDetails = DataOf<paths['/admin/companies/{companyId}/invoice-details']['get']>
export type AutomationRun = ItemOf<paths['/admin/automations/runs']['get']>
export type KillSwitch = ItemOf<paths['/admin/automations/switches']['get']>
export type Incident = ItemOf<paths['/notifications/incidents']['get']>
export type IncidentAlert = ItemOf<paths['/notifications/incident-alerts']['get']>
export type GivenUpJob = ItemOf<paths['/admin/jobs/given-up']['get']>
export type PoisonRecord = ItemOf<paths['/admin/records/poison']['get']>
export type OfferRequest = ItemOf<paths['/api/v1/supplier/offer-requests']['get']>
export type HeldRate = ItemOf<paths['/admin/fx/held-rates']['get']>
export type Ticket = ItemOf<paths['/api/v1/support/tickets']['get']>
export type TicketWithMessages = DataOf<paths['/api/v1/support/tickets/{ticketId}']['get']>
export type TicketMessage = TicketWithMessages['messages'][number]
export type TicketAttachment = TicketMessage['attachments'][number]
export type AuditEntry = ItemOf<paths['/admin/audit']['get']>
export type Crawl = DataOf<paths['/api/v1/crawls/{crawlId}']['get']>
export type CrawlPage = ItemOf<paths['/api/v1/crawls/{crawlId}/pages']['get']>
export type CrawlSource = ItemOf<paths['/api/v1/crawl/sources']['get']>
export type CrawlMapping = DataOf<paths['/admin/crawls/sources/{sourceId}/mapping']['get']>
export type HeldOffers = ItemOf<paths['/admin/crawls/held-offers']['get']>
export type SetAsideEvent = ItemOf<paths['/admin/events/set-aside']['get']>
export type ChatSession = DataOf<paths['/api/v1/chat/sessions/{sessionId}']['get']>
export type ChatMessage = ItemOf<paths['/api/v1/chat/sessions/{sessionId}/messages']['get']>
export type MatchesPut = DataOf<paths['/api/v1/chat/sessions/{sessionId}/cart']['post']>
