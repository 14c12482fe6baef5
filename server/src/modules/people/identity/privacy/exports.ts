import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, type Clock, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { enqueue } from '#platform/jobs'
import { formatInstant } from '#platform/locale'
import { enqueueMail } from '#platform/mail'
import type { PersonalData } from '#platform/personal-data'
import type { Seal } from '#platform/seal'
import { writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import {
  assertWhole,
  csvOf,
  type ExportHead,
  type ExportTable,
  jsonOf,
  type OpenPart,
  openPart,
  writeParts,
} from './export-content.ts'
import { deleteParts, readParts } from './export-part-store.ts'
import {
  findByLink,
  findExport,
  insertExport,
  lockExport,
  markReady,
  markTableTaken,
  type PrivacyExport,
  replaceLink,
  takeContent,
} from './export-store.ts'
import { fail } from './failures.ts'
import { findPerson } from './person-store.ts'
import { PrepareExport } from './prepare-export-job.ts'

export type ExportDeps = {
  readonly database: Database
  readonly seal: Seal
  readonly now: Clock
  readonly sources: readonly PersonalData[]
  /** The base address of the links. */
  readonly baseUrl: string
}

const usableMs = hoursMs(24)
const placeOf = ({ companyId, id }: PrivacyExport) =>
  `${companyId}|identity.privacy_exports|content_sealed|${id}`
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A worker prepares the export. While one is open, returns that one. */
export async function requestExport(deps: ExportDeps, actor: Actor): Promise<PrivacyExport> {
  const now = deps.now()
  const { companyId, id: userId } = actor
  const id = newId('pex', now)
  return deps.database.transaction(async (tx) => {
    const found = await insertExport(tx, { id, companyId, userId }, now)
    if (found.id === id) enqueue(tx, PrepareExport, { exportId: id }, { now })
    recordAudit(tx, {
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

/**
 * Reads every source of personal data in one transaction: if the process dies, nothing it wrote remains. Harmless to
 * run twice: the second run finds no export to prepare.
 */
export async function prepareExport(deps: ExportDeps, exportId: string): Promise<void> {
  const { database, seal } = deps
  await database.transaction(async (tx) => {
    const requested = await lockExport(tx, exportId)
    const person = requested && (await findPerson(tx, requested.userId))
    if (requested?.state !== 'REQUESTED' || !person || person.erasedAt) return

    const tables = await writeParts(deps, tx, requested, person)
    const at = deps.now()
    const head: ExportHead = { person: person.userId, preparedAt: at.toISOString(), tables }
    const until = after(at, usableMs)
    const sealed = seal.seal(JSON.stringify(head), placeOf(requested))
    if (!(await markReady(tx, requested, { sealed, at, until }))) return
    // The mail has no link: a program that scans mails would use it up.
    enqueueMail(tx, {
      to: person.email,
      ...writeLetter(writeMail, person.locale, 'privacy_export', {
        until: formatInstant(person.locale, until),
      }),
      dedupeKey: `privacy-export/${requested.id}`,
      now: at,
      usefulUntil: until,
    })
  })
}

export type ExportLink = {
  readonly url: string
  readonly expiresAt: Date
  /** What can be downloaded as its own table, with the number of its rows. */
  readonly tables: readonly Pick<ExportTable, 'name' | 'rows'>[]
}

/** Creates a link that works once. An earlier link stops working. */
export async function linkExport(deps: ExportDeps, actor: Actor, id: string): Promise<ExportLink> {
  const now = deps.now()
  const found = await getExport(deps, actor, id)
  if (found.state === 'REQUESTED') throw fail('privacy_export_not_ready', { exportId: id })
  const token = randomBytes(32).toString('base64url')
  return deps.database.transaction(async (tx) => {
    const sealed = await replaceLink(tx, found, hashOf(token), now)
    if (sealed === undefined || !found.expiresAt) {
      throw fail('privacy_export_not_found', { exportId: id })
    }
    recordAudit(tx, {
      companyId: found.companyId,
      actor,
      action: 'identity.privacy_export_linked',
      target: { type: 'person', id: actor.id },
      outcome: 'done',
      details: { exportId: id },
      now,
    })
    const url = `${deps.baseUrl}/auth/privacy/downloads/${token}`
    const { tables } = headOf(deps, found, sealed)
    return {
      url,
      expiresAt: found.expiresAt,
      tables: tables.map(({ name, rows }) => ({ name, rows })),
    }
  })
}

/** Downloads the whole export, once: afterwards the link and the export are over. */
export async function takeExport(deps: ExportDeps, token: string): Promise<AsyncIterable<string>> {
  const now = deps.now()
  const { pool } = deps.database
  const taken = await deps.database.transaction(async (tx) => {
    const found = await takeContent(tx, hashOf(token), now)
    if (!found) throw fail('privacy_export_not_found')
    auditTaken(tx, found, 'everything', now)
    return found
  })
  const head = headOf(deps, taken, taken.sealed)
  if (head.data) return Readable.from([JSON.stringify(head)])
  const parts = assertWhole(head.tables, partsOf(deps, taken))
  return endingWith(jsonOf(head, parts), () => deleteParts(pool, taken))
}

/** Downloads one table, once. The other tables and the whole export remain available. */
export async function takeTable(
  deps: ExportDeps,
  token: string,
  name: string,
): Promise<AsyncIterable<string>> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const found = await findByLink(tx, hashOf(token), now)
    if (!found) throw fail('privacy_export_not_found')
    const { tables } = headOf(deps, found, found.sealed)
    const table = tables.find((each) => each.name === name)
    if (!table) {
      const known = tables.map((each) => each.name)
      throw fail('privacy_export_table_unknown', { table: name, known })
    }
    if (!(await markTableTaken(tx, found, name))) throw fail('privacy_export_not_found')
    auditTaken(tx, found, name, now)
    const parts = partsOf(deps, found, { section: table.section, field: table.field })
    return csvOf(table, assertWhole([table], parts))
  })
}

async function* partsOf(
  { database, seal }: ExportDeps,
  key: PrivacyExport,
  only?: { readonly section: string; readonly field: string | undefined },
): AsyncGenerator<OpenPart> {
  for await (const part of readParts(database.pool, key, only)) yield openPart(seal, key, part)
}

/** Runs `end` even if the reader stops early. */
async function* endingWith(
  texts: AsyncIterable<string>,
  end: () => Promise<void>,
): AsyncGenerator<string> {
  try {
    yield* texts
  } finally {
    await end()
  }
}

function headOf({ seal }: ExportDeps, found: PrivacyExport, sealed: string): ExportHead {
  const head = JSON.parse(seal.open(sealed, placeOf(found))) as ExportHead
  // An export from the previous release has all data in its head, and no tables.
  return { ...head, tables: head.tables ?? [] }
}

function auditTaken(tx: Tx, found: PrivacyExport, what: string, now: Date): void {
  recordAudit(tx, {
    companyId: found.companyId,
    action: 'identity.privacy_export_taken',
    target: { type: 'person', id: found.userId },
    outcome: 'done',
    details: { exportId: found.id, what },
    now,
  })
}
