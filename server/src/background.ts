import { Type } from 'typebox'
import { approvalsJobs } from '#modules/approvals'
import {
  changesJobs,
  changesSchedules,
  importSchedules,
  searchesJobs,
  searchesSchedules,
} from '#modules/catalog'
import { checkoutJobs } from '#modules/checkout'
import { fxJobs, fxSchedules } from '#modules/fx'
import {
  apiKeyJobs,
  apiKeySchedules,
  oauthJobs,
  oauthSchedules,
  privacyJobs,
  privacySchedules,
  sessionSchedules,
} from '#modules/identity'
import { incidentsJobs, incidentsSchedules, incidentsSettings } from '#modules/incidents'
import { invoicesJobs, invoicesSchedules, pdfJobs, pdfSchedules } from '#modules/invoices'
import { ordersJobs, ordersSchedules } from '#modules/orders'
import { paymentsJobs, paymentsSchedules } from '#modules/payments'
import { anchorAuditChains } from '#platform/audit'
import { purgeIdempotencyKeys } from '#platform/idempotency'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { mailJobs, mailSettings } from '#platform/mail'
import { keepPartitions } from '#platform/partitions'
import type { AppOptions } from './app.ts'
import type { Modules } from './create-modules.ts'
import type { Platform } from './open-platform.ts'
import { partitionedTables } from './partitioned-tables.ts'
import { platformSettings } from './settings.ts'

const PurgeIdempotencyKeys = defineJob({
  name: 'platform.purge_idempotency_keys',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const KeepPartitions = defineJob({
  name: 'platform.keep_partitions',
  payload: Type.Object({}),
  leaseSeconds: 900,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const AnchorAuditChains = defineJob({
  name: 'platform.anchor_audit_chains',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

/** Harmless to run twice: the second finds nothing old. */
export function backgroundJobs(
  { now, log, settings }: AppOptions,
  { database, seal, outbound }: Platform,
  {
    approvalNotices,
    catalogImports,
    checkoutDeps,
    fulfilmentDeps,
    fx,
    identity,
    incidents,
    payments,
    oauth,
    privacy,
    searches,
    invoices,
    invoicing,
  }: Modules,
): JobHandler[] {
  const { MAIL_SMTP_URL: smtpUrl, MAIL_FROM: from } = settings.of(mailSettings)
  const { INCIDENT_HEARTBEAT_URL: heartbeatUrl } = settings.of(incidentsSettings)
  const { APP_ENV: environment } = settings.of(platformSettings)
  return [
    ...incidentsJobs({ database, outbound, environment, now, log, incidents, heartbeatUrl }),
    ...checkoutJobs(checkoutDeps),
    ...paymentsJobs(payments),
    ...ordersJobs(fulfilmentDeps),
    ...approvalsJobs(approvalNotices),
    ...invoicesJobs({ ...invoicing, database, now }),
    ...pdfJobs(invoices),
    ...fxJobs(fx),
    ...searchesJobs(searches),
    ...catalogImports.jobs,
    ...changesJobs(database),
    ...oauthJobs(oauth),
    ...privacyJobs(privacy),
    ...identity.sessionJobs,
    ...apiKeyJobs({ database, now }),
    ...mailJobs({ smtpUrl, from, seal, now, log }),
    handle(PurgeIdempotencyKeys, async (_payload, signal) => {
      await purgeIdempotencyKeys(database, now(), signal)
    }),
    handle(KeepPartitions, async () => {
      await keepPartitions({ database, log }, partitionedTables(settings), now())
    }),
    handle(AnchorAuditChains, async (_payload, signal) => {
      await anchorAuditChains({ database, seal, now, log }, signal)
    }),
  ]
}

export const backgroundSchedules = [
  ...incidentsSchedules,
  ...fxSchedules,
  ...searchesSchedules,
  ...importSchedules,
  ...changesSchedules,
  ...paymentsSchedules,
  ...ordersSchedules,
  ...invoicesSchedules,
  ...pdfSchedules,
  ...oauthSchedules,
  ...privacySchedules,
  ...sessionSchedules,
  ...apiKeySchedules,
  defineSchedule({
    name: 'platform.purge_idempotency_keys_hourly',
    cron: '17 * * * *',
    job: PurgeIdempotencyKeys,
    payload: {},
  }),
  defineSchedule({
    name: 'platform.keep_partitions_hourly',
    cron: '7 * * * *',
    job: KeepPartitions,
    payload: {},
  }),
  defineSchedule({
    name: 'platform.anchor_audit_chains_hourly',
    cron: '47 * * * *',
    job: AnchorAuditChains,
    payload: {},
  }),
]
