import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { type Database, oneAfterTheOther, type Tx } from '#platform/db'
import { fail } from '../failures.ts'
import { insertCartOnce } from '../store.ts'
import {
  type Certification,
  certificationMs,
  certificationsPerDayMax,
  contract,
  type Observation,
  practiceOwner,
  practiceSteps,
} from './certification.ts'
import {
  type CertificationKey,
  countCertificationsSince,
  deletePracticeCarts,
  findCertification,
  findOpenCertificationId,
  holdCertification,
  insertCertificationOnce,
  listObservations,
  updateCertification,
} from './certification-store.ts'
import { clientOf } from './client.ts'
import { failed } from './judge.ts'

export type CompanyDefaults = { readonly currency: string; readonly country: string }

type Deps = {
  readonly database: Database
  readonly companyOf: (companyId: string) => Promise<CompanyDefaults>
  readonly now: () => Date
}

export type CertificationReport = {
  readonly certification: Certification
  readonly observations: readonly Observation[]
}

/** One at a time for each client: with two practice carts the actions on one would count for the other. */
export async function openCertification(deps: Deps, actor: Actor): Promise<CertificationReport> {
  const clientId = clientOf(actor)
  if (!clientId) throw fail('certification_needs_client')
  const openedAt = deps.now()
  const { companyId } = actor
  const { currency, country } = await deps.companyOf(companyId)
  const certification: Certification = {
    id: newId('cert', openedAt),
    companyId,
    clientId,
    version: contract.version,
    openedAt,
    deadlineAt: after(openedAt, certificationMs),
    step: 1,
    steps: practiceSteps(),
    conflictOpen: false,
    refreshed: false,
    observed: 0,
    end: { state: 'OPEN' },
  }
  await deps.database.transaction(async (tx) => {
    await oneAfterTheOther(tx, `cart.certifications ${companyId} ${clientId}`)
    const before = await findOpenCertificationId(tx, companyId, clientId)
    if (before) await closeIfOverdue(tx, { companyId, clientId, id: before }, openedAt)
    const since = after(openedAt, -daysMs(1))
    const opened = await countCertificationsSince(tx, companyId, clientId, since)
    if (opened >= certificationsPerDayMax) throw fail('certification_limit_reached')
    await deletePracticeCarts(tx, companyId, clientId)
    if (!(await insertCertificationOnce(tx, certification))) {
      const open = await findOpenCertificationId(tx, companyId, clientId)
      throw fail('certification_open', { certificationId: open })
    }
    const owner = practiceOwner(certification)
    await insertCartOnce(tx, {
      owner,
      id: newId('cart', openedAt),
      currency,
      country,
      now: openedAt,
    })
  })
  return { certification, observations: [] }
}

/** Its progress and its observations. A read closes a certification whose time is up. */
export async function readCertification(
  deps: Deps,
  actor: Actor,
  certificationId: string,
): Promise<CertificationReport> {
  const key = keyOf(actor, certificationId)
  const { pool } = deps.database
  const now = deps.now()
  const found = await findCertification(pool, key)
  const isOverdue = found && found.end.state === 'OPEN' && now >= found.deadlineAt
  const certification = isOverdue
    ? await deps.database.transaction((tx) => closeIfOverdue(tx, key, now))
    : found
  if (!certification) throw fail('certification_not_found', { certificationId })
  const observations = await listObservations(pool, actor.companyId, certificationId)
  return { certification, observations }
}

/** Ends the certification on purpose, so that the next one need not wait for the deadline. */
export async function abandonCertification(
  deps: Deps,
  actor: Actor,
  certificationId: string,
): Promise<CertificationReport> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const held = await holdCertification(tx, keyOf(actor, certificationId))
    if (!held) throw fail('certification_not_found', { certificationId })
    if (held.end.state !== 'OPEN') {
      throw fail('certification_closed', { certificationId, state: held.end.state })
    }
    await updateCertification(tx, failed(held, 'ABANDONED', now), [])
  })
  return readCertification(deps, actor, certificationId)
}

/** Closes a certification whose time is up, and returns it as it is then. */
async function closeIfOverdue(
  tx: Tx,
  key: CertificationKey,
  now: Date,
): Promise<Certification | undefined> {
  const held = await holdCertification(tx, key)
  if (held?.end.state !== 'OPEN' || now < held.deadlineAt) return held
  const closed = failed(held, 'DEADLINE_PASSED', held.deadlineAt)
  await updateCertification(tx, closed, [])
  return closed
}

/** A person has no certification. */
function keyOf(actor: Actor, id: string): CertificationKey {
  return { companyId: actor.companyId, clientId: clientOf(actor) ?? '', id }
}
