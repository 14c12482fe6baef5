import { Type } from 'typebox'
import { after, daysMs } from '#kernel/time'
import { neededByRuns } from '#modules/automations'
import {
  anchorAuditChains,
  auditData,
  auditProbe,
  auditRoutes,
  auditSealed,
  operatorAuditRoutes,
  runAuditLinker,
} from '#platform/audit'
import { platformSettings } from '#platform/deployment'
import { forgetAnswers, purgeIdempotencyKeys } from '#platform/idempotency'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { forgetMail, mailJobs, mailProbe, mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { eventLogProbe, eventPartitions, subscriptionQueue } from '#platform/outbox'
import { keepPartitions, type Partitioned, partitionsProbe } from '#platform/partitions'
import type { PersonalData } from '#platform/personal-data'
import { type SealedColumn, sealProbe } from '#platform/seal'
import { purgeGauges, purgeTallies } from '#platform/tallies'

const PurgeIdempotencyKeys = defineJob({
  name: 'platform.purge_idempotency_keys',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

const PurgeTallies = defineJob({
  name: 'platform.purge_tallies',
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

/** Mails that wait to be sent, and answers that are kept for repeated requests. */
const waitingData: PersonalData = {
  name: 'waiting',
  collect: async () => [],
  erase: async (tx, { userId, email, companyIds }) => {
    await forgetMail(tx, email)
    await forgetAnswers(tx, userId, companyIds)
    return []
  },
}

/** The platform module needs the process, and the facts of every module. */
type Needs = Runtime & {
  readonly partitioned: readonly Partitioned[]
  readonly sealedColumns: readonly SealedColumn[]
}

/** The machinery that all modules use, as a module of its own: the event log, mail, seals, the audit log. */
export const platformModule = defineModule({
  name: 'platform',
  tags: {
    Audit: 'The log of who did what, and when.',
    Operations: 'Health, incidents, and work that needs an operator.',
    'Operations for a company': 'What operators read and change in the name of any company.',
    'Operator session': 'The session of the operator pages.',
  },
  settings: [platformSettings, mailSettings],
  schedules: [
    defineSchedule({
      name: 'platform.purge_idempotency_keys_hourly',
      cron: '17 * * * *',
      job: PurgeIdempotencyKeys,
      payload: {},
    }),
    defineSchedule({
      name: 'platform.purge_tallies_hourly',
      cron: '27 * * * *',
      job: PurgeTallies,
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
  ],
  personalData: [auditData, waitingData],
  sealedColumns: auditSealed,
  partitions: (settings) => [
    eventPartitions(settings.of(platformSettings).EVENTS_RETENTION_DAYS, neededByRuns),
  ],
  inPlaceQueues: [subscriptionQueue],
  make: (needs: Needs) => {
    const { database, seal, wake, now, log } = needs
    const canSend = needs.settings.of(mailSettings).MAIL_SMTP_URL !== undefined
    return {
      services: {},
      routes: [auditRoutes({ database, now }), operatorAuditRoutes({ database })],
      jobs: jobsOf(needs),
      startWorkers: () => [runAuditLinker({ database, wake, log })],
      probes: (dispatcher) => [
        eventLogProbe(dispatcher, now),
        partitionsProbe(needs),
        mailProbe({ database, now, canSend }),
        sealProbe({ ...needs, seal }),
        auditProbe({ database, now }),
      ],
    }
  },
})

/** Each job is harmless to run twice: the second run finds nothing old. */
function jobsOf({ settings, database, seal, now, log, partitioned }: Needs): JobHandler[] {
  const { MAIL_SMTP_URL: smtpUrl, MAIL_FROM: from } = settings.of(mailSettings)
  return [
    ...mailJobs({ smtpUrl, from, seal, now, log }),
    handle(PurgeIdempotencyKeys, async (_payload, signal) => {
      await purgeIdempotencyKeys(database, now(), signal)
    }),
    handle(PurgeTallies, async () => {
      const before = after(now(), -daysMs(2))
      await purgeTallies(database.pool, before)
      await purgeGauges(database.pool, before)
    }),
    handle(KeepPartitions, async () => {
      await keepPartitions({ database, log }, partitioned, now())
    }),
    handle(AnchorAuditChains, async (_payload, signal) => {
      await anchorAuditChains({ database, seal, now, log }, signal)
    }),
  ]
}
