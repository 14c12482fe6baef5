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
import { failCertification } from './judge.ts'

export type CompanyDefaults = {
  readonly currency: string
  readonly country: string
  readonly timeZone: string
}

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
    const openId = await findOpenCertificationId(tx, companyId, clientId)
    if (openId) await closeIfOverdue(tx, { companyId, clientId, id: openId }, openedAt)
    const since = after(openedAt, -daysMs(1))
    const openedCount = await countCertificationsSince(tx, companyId, clientId, since)
    if (openedCount >= certificationsPerDayMax) throw fail('certification_limit_reached')
    await deletePracticeCarts(tx, companyId, clientId)
    if (!(await insertCertificationOnce(tx, certification))) {
      const certificationId = await findOpenCertificationId(tx, companyId, clientId)
      throw fail('certification_open', { certificationId })
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
  const storedCertification = await findCertification(pool, key)
  const isOverdue =
    storedCertification &&
    storedCertification.end.state === 'OPEN' &&
    now >= storedCertification.deadlineAt
  const certification = isOverdue
    ? await deps.database.transaction((tx) => closeIfOverdue(tx, key, now))
    : storedCertification
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
    const certification = await holdCertification(tx, keyOf(actor, certificationId))
    if (!certification) throw fail('certification_not_found', { certificationId })
    if (certification.end.state !== 'OPEN') {
      throw fail('certification_closed', { certificationId, state: certification.end.state })
    }
    await updateCertification(tx, failCertification(certification, 'ABANDONED', now), [])
  })
  return readCertification(deps, actor, certificationId)
}

/** Closes a certification whose time is up, and returns it. */
async function closeIfOverdue(
  tx: Tx,
  key: CertificationKey,
  now: Date,
): Promise<Certification | undefined> {
  const certification = await holdCertification(tx, key)
  if (certification?.end.state !== 'OPEN' || now < certification.deadlineAt) return certification
  const failedCertification = failCertification(
    certification,
    'DEADLINE_PASSED',
    certification.deadlineAt,
  )
  await updateCertification(tx, failedCertification, [])
  return failedCertification
}

/** A person has no certification. */
function keyOf(actor: Actor, id: string): CertificationKey {
  return { companyId: actor.companyId, clientId: clientOf(actor) ?? '', id }
}
