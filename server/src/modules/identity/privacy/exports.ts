import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, type Clock, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { enqueue } from '#platform/jobs'
import { enqueueMail } from '#platform/mail'
import type { Seal } from '#platform/seal'
import {
  findExport,
  insertExport,
  markReady,
  type PrivacyExport,
  replaceLink,
  takeContent,
} from './export-store.ts'
import { fail } from './failures.ts'
import { PrepareExport } from './jobs.ts'
import type { PersonalData } from './person.ts'
import { findPerson } from './person-store.ts'

export type ExportDeps = {
  readonly database: Database
  readonly seal: Seal
  readonly now: Clock
  readonly sources: readonly PersonalData[]
  /** Where the links lead to. */
  readonly baseUrl: string
}

const usableMs = hoursMs(24)
const placeOf = ({ companyId, id }: PrivacyExport) =>
  `${companyId}|identity.privacy_exports|content_sealed|${id}`
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A worker puts it together. While one is open it is the answer. */
export async function requestExport(deps: ExportDeps, actor: Actor): Promise<PrivacyExport> {
  const now = deps.now()
  const { companyId, id: userId } = actor
  const id = newId('pex', now)
  return deps.database.transaction(async (tx) => {
    const found = await insertExport(tx, { id, companyId, userId }, now)
    if (found.id === id) await enqueue(tx, PrepareExport, { exportId: id }, { now })
    await recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.privacy_export_requested',
      target: { type: 'person', id: userId },
      outcome: 'done',
      details: { exportId: found.id },
      now,
    })
    return found
  })
}

export async function getExport(
  deps: ExportDeps,
  actor: Actor,
  id: string,
): Promise<PrivacyExport> {
  const found = await findExport(deps.database.pool, id)
  if (found?.userId !== actor.id) throw fail('privacy_export_not_found', { exportId: id })
  return found
}

/** Asks every part of the product. Harmless to run twice: the second time nobody waits for it. */
export async function prepareExport(deps: ExportDeps, exportId: string): Promise<void> {
  const { database, seal, now, sources } = deps
  const asked = await findExport(database.pool, exportId)
  const person = asked && (await findPerson(database.pool, asked.userId))
  if (asked?.state !== 'REQUESTED' || !person || person.erasedAt) return

  const data: Record<string, unknown> = {}
  for (const source of sources) data[source.name] = await source.collect(database.pool, person)
  const at = now()
  const content = { person: person.userId, preparedAt: at.toISOString(), data }
  const sealed = seal.seal(JSON.stringify(content), placeOf(asked))
  const until = after(at, usableMs)
  await database.transaction(async (tx) => {
    if (!(await markReady(tx, asked, { sealed, at, until }))) return
    await enqueueMail(tx, {
      to: person.email,
      subject: 'Your data is ready',
      text: mailText(until),
      dedupeKey: `privacy-export/${asked.id}`,
      now: at,
      usefulUntil: until,
    })
  })
}

/** A link that works once. One that was made before works no more. */
export async function linkExport(
  deps: ExportDeps,
  actor: Actor,
  id: string,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const now = deps.now()
  const found = await getExport(deps, actor, id)
  if (found.state === 'REQUESTED') throw fail('privacy_export_not_ready', { exportId: id })
  const token = randomBytes(32).toString('base64url')
  return deps.database.transaction(async (tx) => {
    if (!(await replaceLink(tx, found, hashOf(token), now)) || !found.expiresAt) {
      throw fail('privacy_export_not_found', { exportId: id })
    }
    await recordAudit(tx, {
      companyId: found.companyId,
      actor,
      action: 'identity.privacy_export_linked',
      target: { type: 'person', id: actor.id },
      outcome: 'done',
      details: { exportId: id },
      now,
    })
    const url = `${deps.baseUrl}/auth/privacy/downloads/${token}`
    return { url, expiresAt: found.expiresAt }
  })
}

/** What the link stands for, once. */
export async function takeExport(deps: ExportDeps, token: string): Promise<string> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const taken = await takeContent(tx, hashOf(token), now)
    if (!taken) throw fail('privacy_export_not_found')
    await recordAudit(tx, {
      companyId: taken.companyId,
      action: 'identity.privacy_export_taken',
      target: { type: 'person', id: taken.userId },
      outcome: 'done',
      details: { exportId: taken.id },
      now,
    })
    return deps.seal.open(taken.sealed, placeOf(taken))
  })
}

/** No link in it: a program that looks at mails would use it up. */
const mailText = (until: Date) =>
  [
    'What we know of you is put together and waits for you.',
    '',
    `Sign in and fetch it before ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC. It can be fetched once.`,
    '',
    'If you did not ask for it, change your password: somebody else did.',
  ].join('\n')
