import { approvalsProbe } from '#modules/approvals'
import { automationsProbe } from '#modules/automations'
import { catalogProbe } from '#modules/catalog'
import { checkoutsProbe } from '#modules/checkout'
import { fxProbe } from '#modules/fx'
import { incidentsProbe, type TransportReadiness } from '#modules/incidents'
import { invoicesProbe } from '#modules/invoices'
import { type PoisonRecords, poisonProbe, vacuumProbe } from '#modules/ops'
import { ordersProbe } from '#modules/orders'
import { paymentsProbe } from '#modules/payments'
import { webhooksProbe } from '#modules/webhooks'
import { auditProbe } from '#platform/audit'
import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { type GivenUpJobs, jobsProbe } from '#platform/jobs'
import { mailProbe } from '#platform/mail'
import { type Dispatcher, eventLogProbe } from '#platform/outbox'
import { type Partitioned, partitionsProbe } from '#platform/partitions'
import { type Seal, sealProbe } from '#platform/seal'
import type { Modules } from './create-modules.ts'
import { sealedColumns } from './sealed-columns.ts'

export type ProbeParts = {
  readonly database: Database
  readonly seal: Seal
  readonly now: () => Date
  readonly dispatcher: Dispatcher
  readonly givenUp: GivenUpJobs
  readonly poison: PoisonRecords
  /** A mail server is configured. */
  readonly canSend: boolean
  readonly alertTransports: TransportReadiness
  readonly partitioned: readonly Partitioned[]
}

/** Every section of the health surfaces, in their order. */
export function probesOf(modules: Modules, parts: ProbeParts): Probe[] {
  const { now, dispatcher } = parts
  return [
    checkoutsProbe(modules.checkout, now),
    ordersProbe(modules.fulfilment, now),
    paymentsProbe({ ...modules, now }),
    approvalsProbe(modules.approvals, now),
    incidentsProbe(modules.incidents, parts.alertTransports, now),
    webhooksProbe(modules.webhooks, now),
    invoicesProbe(modules.invoices, now),
    automationsProbe(modules.automations, dispatcher, now),
    eventLogProbe(dispatcher, now),
    partitionsProbe(parts),
    mailProbe(parts),
    catalogProbe(modules, now),
    fxProbe(modules.fx, now),
    jobsProbe(parts),
    poisonProbe(parts),
    vacuumProbe(parts),
    sealProbe({ ...parts, sealedColumns }),
    auditProbe(parts),
  ]
}
