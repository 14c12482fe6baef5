import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { unitPrice } from '#kernel/money'
import type { Cart, CartChange } from '../cart.ts'
import { findCart } from '../store.ts'
import { certificationsPerDayMax, observationsMax, practiceOwner } from './certification.ts'
import {
  abandonCertification,
  type CertificationReport,
  openCertification,
  readCertification,
} from './certifications.ts'
import { createClients } from './client.ts'
import { findContractStatuses, listUnvalidatedClients } from './contract-store.ts'
import { changePracticeCart, failPractice, notePracticeRead } from './practice.ts'

const start = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
let clock = start
let clientCount = 0

const deps = {
  database,
  clients: createClients(database.pool, () => clock),
  companyOf: async () => ({ currency: 'EUR', country: 'DE', timeZone: 'UTC' }),
  now: () => clock,
}

describe('a client in certification', () => {
  it('passes when it answers each conflict with a read and a fresh retry', async () => {
    const actor = aClient()
    expect(await deps.clients.status(actor)).toMatchObject({ status: 'UNVALIDATED' })

    const report = await workThrough(actor, retryFresh)

    expect(report.certification.end).toEqual({ state: 'PASSED', closedAt: clock })
    expect(report.certification.steps.map(({ conflictsMade }) => conflictsMade)).toEqual([
      0, 1, 2, 1, 1,
    ])
    expect(report.certification.steps.every(({ state }) => state === 'PASSED')).toBe(true)
    expect(observationsOf(report, 3)).toEqual([
      'read_cart READ',
      'service_change CHANGED',
      'change_quantity CONFLICT',
      'read_cart READ',
      'service_change CHANGED',
      'change_quantity CONFLICT',
      'read_cart READ',
      'change_quantity CHANGED',
    ])
    expect(await deps.clients.status(actor)).toMatchObject({
      status: 'VALIDATED',
      validatedAt: clock,
    })
    const statuses = await findContractStatuses(database.pool, 'co_1', [actor.id, 'key_other'])
    expect([...statuses.values()].map(({ status }) => status)).toEqual(['VALIDATED', 'UNVALIDATED'])
  })

  it('fails when it retries a conflict with the version from the refusal', async () => {
    const report = await workThrough(aClient(), async (cart, write, conflict) => {
      if (conflict === undefined) return write(await cart.read())
      return write(cart.last(), conflict)
    })
    expect(report.certification.end).toMatchObject({ state: 'FAILED', failure: 'OVERWROTE' })
    expect(report.certification.steps[1]).toMatchObject({ state: 'FAILED' })
    // The service carried out nothing that the client sent after the conflict.
    expect(observationsOf(report, 2).at(-1)).toBe('change_quantity FAILED')
  })

  it('fails when it reads but sends the old version again', async () => {
    const report = await workThrough(aClient(), async (cart, write, conflict) => {
      const oldCart = conflict === undefined ? await cart.read() : cart.last()
      if (conflict !== undefined) await cart.readOnly()
      return write(oldCart)
    })
    expect(report.certification.end).toMatchObject({ state: 'FAILED', failure: 'STALE_RETRY' })
  })

  it('fails when it gives up a change and goes on with another', async () => {
    const report = await workThrough(aClient(), async (cart, write, conflict) => {
      if (conflict === undefined) return write(await cart.read())
      const freshCart = await cart.read()
      return cart.send({ kind: 'clear', expectedSnapshotVersion: freshCart.snapshotVersion })
    })
    expect(report.certification.end).toMatchObject({ state: 'FAILED', failure: 'GAVE_UP' })
  })

  it('fails at the deadline when it stops half way, and may start again', async () => {
    const actor = aClient()
    let writes = 0
    const unfinished = await workThrough(actor, async (cart, write, conflict) => {
      writes += 1
      if (writes > 3) throw new ClientStopped()
      return retryFresh(cart, write, conflict)
    })
    expect(unfinished.certification.end).toEqual({ state: 'OPEN' })
    await expect(openCertification(deps, actor)).rejects.toMatchObject({
      code: 'cart.certification_open',
      details: { certificationId: unfinished.certification.id },
    })

    clock = new Date(unfinished.certification.deadlineAt)
    const overdue = await readCertification(deps, actor, unfinished.certification.id)
    expect(overdue.certification.end).toEqual({
      state: 'FAILED',
      failure: 'DEADLINE_PASSED',
      closedAt: unfinished.certification.deadlineAt,
    })
    await expect(
      changePracticeCart(deps, actor, unfinished.certification.id, anAddition('prd_late')),
    ).rejects.toMatchObject({
      code: 'cart.certification_closed',
      details: { failure: 'DEADLINE_PASSED' },
    })
    expect((await workThrough(actor, retryFresh)).certification.end.state).toBe('PASSED')
    clock = start
  })

  it('closes an overdue certification on a late write, or when another one opens', async () => {
    const actor = aClient()
    const firstReport = await openCertification(deps, actor)
    clock = firstReport.certification.deadlineAt
    await expect(
      changePracticeCart(deps, actor, firstReport.certification.id, anAddition('prd_1')),
    ).rejects.toMatchObject({
      code: 'cart.certification_closed',
    })
    const secondReport = await openCertification(deps, actor)
    clock = secondReport.certification.deadlineAt
    const thirdReport = await openCertification(deps, actor)
    const report = await readCertification(deps, actor, secondReport.certification.id)
    expect(report.certification.end).toMatchObject({ failure: 'DEADLINE_PASSED' })
    expect(thirdReport.certification.end.state).toBe('OPEN')
    clock = start
  })

  it('fails when it leaves the version out', async () => {
    const actor = aClient()
    const { certification } = await openCertification(deps, actor)
    await failPractice(deps, actor, certification.id, 'VERSION_MISSING')
    const report = await readCertification(deps, actor, certification.id)
    expect(report.certification.end).toMatchObject({ failure: 'VERSION_MISSING' })
  })

  it('is refused a change outside its step, and may continue', async () => {
    const actor = aClient()
    const { certification } = await openCertification(deps, actor)
    await expect(
      changePracticeCart(deps, actor, certification.id, {
        kind: 'clear',
        expectedSnapshotVersion: 1,
      }),
    ).rejects.toMatchObject({ code: 'cart.practice_off_task', details: { step: 1 } })
    expect((await workOnSteps(actor, certification.id, retryFresh)).certification.end.state).toBe(
      'PASSED',
    )
  })

  it('is stopped after too many requests', async () => {
    const actor = aClient()
    const { certification } = await openCertification(deps, actor)
    for (let read = 0; read < observationsMax; read += 1) {
      await notePracticeRead(deps, actor, certification.id)
    }
    await expect(
      changePracticeCart(deps, actor, certification.id, anAddition('prd_1')),
    ).rejects.toMatchObject({
      details: { failure: 'TOO_MANY_REQUESTS' },
    })
    const report = await readCertification(deps, actor, certification.id)
    expect(report.observations).toHaveLength(observationsMax + 1)
  })
})

describe('opening certifications', () => {
  it('is for clients, one at a time, with a daily limit', async () => {
    const person: Actor = { ...aClient(), kind: 'person', id: 'usr_1' }
    await expect(openCertification(deps, person)).rejects.toMatchObject({
      code: 'cart.certification_needs_client',
    })
    const actor = aClient()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => openCertification(deps, actor)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

    const [report] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    await abandonCertification(deps, actor, report?.certification.id ?? '')
    for (let count = 1; count < certificationsPerDayMax; count += 1) {
      const { certification } = await openCertification(deps, actor)
      await abandonCertification(deps, actor, certification.id)
    }
    await expect(openCertification(deps, actor)).rejects.toMatchObject({
      code: 'cart.certification_limit_reached',
      status: 429,
    })
  })

  it('never shows one client the certification of another', async () => {
    const { certification } = await openCertification(deps, aClient())
    const others = [aClient(), { ...aClient(), companyId: 'co_2' } as Actor]
    for (const other of others) {
      const notFound = { code: 'cart.certification_not_found' }
      await expect(readCertification(deps, other, certification.id)).rejects.toMatchObject(notFound)
      await expect(abandonCertification(deps, other, certification.id)).rejects.toMatchObject(
        notFound,
      )
      await expect(notePracticeRead(deps, other, certification.id)).rejects.toMatchObject(notFound)
      await expect(
        changePracticeCart(deps, other, certification.id, anAddition('prd_1')),
      ).rejects.toMatchObject(notFound)
    }
  })

  it('pages through the unvalidated clients for operators', async () => {
    const clients = [aClient(), aClient(), aClient()]
    for (const actor of clients) await deps.clients.status(actor)
    const firstPage = await listUnvalidatedClients(database.pool, { limit: 2 })
    const [, last] = firstPage
    if (!last) throw new Error('the first page has two clients')
    const secondPage = await listUnvalidatedClients(database.pool, { after: last, limit: 100 })
    const ids = [...firstPage, ...secondPage].map(({ clientId }) => clientId)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(ids).toEqual(expect.arrayContaining(clients.map(({ id }) => id)))
  })
})

/** Thrown by a client under test that stops for good. */
class ClientStopped extends Error {}

type Write = (from: Cart, version?: number) => Promise<unknown>
type PracticeCart = {
  read(): Promise<Cart>
  /** Reads, and learns nothing from it. */
  readOnly(): Promise<void>
  last(): Cart
  send(change: CartChange): Promise<unknown>
}
/** How a client makes one change. `conflict`: the current version that the refusal of its last attempt named. */
type Client = (cart: PracticeCart, write: Write, conflict?: number) => Promise<unknown>

const retryFresh: Client = async (cart, write) => write(await cart.read())

async function workThrough(actor: Actor, client: Client): Promise<CertificationReport> {
  const { certification } = await openCertification(deps, actor)
  return workOnSteps(actor, certification.id, client)
}

/** Works on the listed steps until the certification closes, or the client stops. */
async function workOnSteps(actor: Actor, id: string, client: Client): Promise<CertificationReport> {
  const owner = practiceOwner({ companyId: actor.companyId, id })
  const read = async () => {
    const cart = await findCart(database.pool, owner)
    if (!cart) throw new Error('no practice cart')
    return cart
  }
  let lastCart = await read()
  const cart: PracticeCart = {
    read: async () => {
      await notePracticeRead(deps, actor, id)
      lastCart = await read()
      return lastCart
    },
    readOnly: () => notePracticeRead(deps, actor, id),
    last: () => lastCart,
    send: (change) => changePracticeCart(deps, actor, id, change),
  }
  let conflict: number | undefined
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const report = await readCertification(deps, actor, id)
    if (report.certification.end.state !== 'OPEN') return report
    const write: Write = async (from, version) => {
      const outcome = await cart.send(changeFor(report, from, version))
      conflict = isConflict(outcome) ? outcome.current : undefined
    }
    try {
      await client(cart, write, conflict)
    } catch (error) {
      if (error instanceof ClientStopped) return report
      // The next read shows the refusal that closed it.
    }
  }
  throw new Error('the certification did not end')
}

function changeFor(
  { certification }: CertificationReport,
  from: Cart,
  version?: number,
): CartChange {
  const step = certification.steps[certification.step - 1]
  const itemId = step?.itemId ?? ''
  const itemVersion = from.lines.find((line) => line.id === itemId)?.itemVersion ?? 1
  switch (step?.task) {
    case 'change_quantity':
      return {
        kind: 'change_quantity',
        itemId,
        quantity: step.quantity ?? 0n,
        expectedItemVersion: version ?? itemVersion,
      }
    case 'remove_line':
      return { kind: 'remove_item', itemId, expectedItemVersion: version ?? itemVersion }
    case 'clear_cart':
      return { kind: 'clear', expectedSnapshotVersion: version ?? from.snapshotVersion }
    default:
      return anAddition(`prd_${from.lines.length}`)
  }
}

function anAddition(productId: string): CartChange {
  const prices = [{ minQuantity: 1_000n, unitPrice: unitPrice('2.5', 'EUR') }]
  return { kind: 'add_item', itemId: newId('itm', clock), productId, quantity: 1_000n, prices }
}

function isConflict(outcome: unknown): outcome is { current: number } {
  return (outcome as { state?: string }).state === 'CONFLICT'
}

function observationsOf({ observations }: CertificationReport, step: number): string[] {
  return observations
    .filter((observation) => observation.step === step)
    .map(({ operation, outcome }) => `${operation} ${outcome}`)
}

function aClient(): Actor {
  clientCount += 1
  return {
    kind: 'api_key',
    id: `key_${clientCount}`,
    companyId: 'co_1',
    roles: new Set(),
    scopes: new Set(['orders:read', 'orders:write']),
  }
}
