import { Type } from 'typebox'
import { after, type Clock, daysMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { formatDate } from '#platform/locale'
import { enqueueMail, oneLine } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import type { ApiKey } from './api-key.ts'
import { findKeepers, takeExpiring } from './expiry-store.ts'

/** A notice is sent this many days before a key ends. */
export const noticeDays = [30, 7, 1] as const

const batchMax = 50

const WarnOfExpiringKeys = defineJob({
  name: 'identity.warn_of_expiring_keys',
  payload: Type.Object({}),
  leaseSeconds: 120,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export const apiKeySchedules = [
  defineSchedule({
    name: 'identity.warn_of_expiring_keys_hourly',
    cron: '23 * * * *',
    job: WarnOfExpiringKeys,
    payload: {},
  }),
]

type Deps = { readonly database: Database; readonly now: Clock }

/** Harmless to run twice: the transaction that writes the mails also marks the notice. */
export function apiKeyJobs(deps: Deps): JobHandler[] {
  return [handle(WarnOfExpiringKeys, async (_payload, signal) => warnOfExpiringKeys(deps, signal))]
}

export async function warnOfExpiringKeys(
  { database, now }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const at = now()
  // The shortest period first: a key that was made for a week gets only the notice for a week.
  for (const days of [...noticeDays].reverse()) {
    const until = after(at, daysMs(days))
    for (let taken = batchMax; taken === batchMax && !signal.aborted; ) {
      taken = await database.transaction(async (tx) => {
        const keys = await takeExpiring(tx, { now: at, until, days, limit: batchMax })
        for (const key of keys) await warn(tx, key, days, at)
        return keys.length
      })
    }
  }
}

async function warn(tx: Tx, key: ApiKey, days: number, now: Date): Promise<void> {
  const { companyId, id, name, keyStart, keyEnd, expiresAt } = key
  for (const { userId, email, locale } of await findKeepers(tx, companyId, key.createdBy)) {
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, 'api_key_expiry', {
        id,
        name: oneLine(name),
        key: `${keyStart}…${keyEnd}`,
        days,
        date: formatDate(locale, expiresAt),
      }),
      dedupeKey: `identity.api_key_expiry/${id}/${days}/${userId}`,
      usefulUntil: expiresAt,
      now,
    })
  }
  recordAudit(tx, {
    companyId,
    action: 'identity.api_key_expiry_announced',
    target: { type: 'api_key', id },
    outcome: 'done',
    details: { days },
    now,
  })
}
