import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { daysMs, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { createClaimer, leaseFor } from '#platform/leases'
import { fc } from '#testing/tools/fc'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager, useReceiver } from '#testing/webhooks'
import { advanceDue } from '../replays/advance-replay.ts'
import { createDelivering } from './delivering.ts'
import { type DeliveryState, deliveryQueue } from './delivery.ts'
import { keepHouse } from './housekeeping.ts'
import { claimDeliveries } from './queue-store.ts'

const runs = Number(process.env.WEBHOOK_RUNS ?? 8)
const retentionDays = 30
let count = 0
const service = await useWebhookService()
const receiver = await useReceiver()
// Whatever statement changes a state, a row of the table tells.
await sql`create table public.transitions (of text not null, before text not null, after text not null)`.execute(
  service.database.pool,
)
await sql`
    create function public.note_transition() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then insert into public.transitions values (new.company_id, 'NEW', new.state);
      elsif old.state <> new.state then insert into public.transitions values (new.company_id, old.state, new.state);
      end if;
      return null;
    end $$
  `.execute(service.database.pool)
await sql`
    /* across companies: a test watches every row */
    create trigger transitions after insert or update of state on webhooks.deliveries
    for each row execute function public.note_transition()
  `.execute(service.database.pool)

/** What people, receivers, workers and time do. `n` draws among the ways to do it. */
const steps = {
  publish: async ({ actor }: World, n: number) => {
    await service.publish(actor.companyId, OrderCreated, 1 + (n % 3))
  },
  answer: async (_world: World, n: number) => {
    receiver.answers({ status: [204, 500, 429, 410, 302][n % 5] ?? 204 })
  },
  work: async ({ worker }: World) => {
    await worker.turn()
    await worker.settled()
  },
  die: async (_world: World, n: number) => {
    const now = service.deps.now()
    const lease = leaseFor(deliveryQueue, now)
    await service.database.transaction((tx) =>
      claimDeliveries(tx, createClaimer(deliveryQueue), lease, now, 1 + (n % 3)),
    )
  },
  wait: async (_world: World, n: number) => {
    const waits = [secondsMs(6), secondsMs(31), minutesMs(2), hoursMs(1), daysMs(1), daysMs(31)]
    service.advance(waits[n % waits.length] ?? 0)
  },
  keepHouse: async () => keepHouse({ ...service.deps, retentionDays }, service.deps.now()),
  /** The next failure of what has failed is its last. */
  nearTheEnd: async ({ actor }: World) => {
    await sql`
      update webhooks.deliveries set attempts = 9 where company_id = ${actor.companyId} and state = 'RETRYING'
    `.execute(service.database.pool)
  },
  pause: ({ actor, endpointId }: World, n: number) =>
    tried(service.webhooks.change(actor, endpointId, { state: n % 2 === 0 ? 'PAUSED' : 'ACTIVE' })),
  enable: ({ actor, endpointId }: World) => tried(service.webhooks.enable(actor, endpointId)),
  test: async ({ actor, endpointId }: World) => {
    await tried(service.webhooks.sendTest(actor, endpointId))
    await service.dispatcher.drain()
  },
  replayOne: async ({ actor, endpointId }: World, n: number) => {
    const all = await service.webhooks.listDeliveries(actor, endpointId, {}, { limit: 20 })
    const one = all[n % Math.max(1, all.length)]
    if (one) await tried(service.webhooks.replayDelivery(actor, one.id))
  },
  replayMany: async ({ actor, endpointId }: World, n: number) => {
    const since = new Date(service.deps.now().getTime() - daysMs(20))
    const state = (['SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED'] as const)[n % 4]
    const wanted = { since, until: undefined, events: undefined, state, preview: false }
    await tried(service.webhooks.replayWindow(actor, endpointId, { ...wanted, perSecond: 2 }))
  },
  goOn: async () => void (await advanceDue(service.database, service.deps.now())),
  cancel: async ({ actor, endpointId }: World) => {
    const [replay] = await service.webhooks.listReplays(actor, endpointId, { limit: 1 })
    if (replay) await service.webhooks.cancelReplay(actor, replay.id)
  },
}

it('a delivery takes allowed steps only, none is lost, and all end when the faults end', async () => {
  const names = Object.keys(steps) as Step['what'][]
  const drawn = fc.record({
    what: fc.constantFrom<Step['what']>(...names, 'publish', 'publish', 'work', 'work', 'wait'),
    n: fc.nat({ max: 100 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.record({ ordered: fc.boolean(), deleted: fc.boolean() }),
      fc.array(drawn, { minLength: 10, maxLength: 40 }),
      async ({ ordered, deleted }, sequence) => {
        const world = await aWorld(ordered)
        for (const { what, n } of sequence) await steps[what](world, n)
        await comeToRest(world, deleted)
        expect(await wrongSteps(world)).toEqual([])
        expect(await unfinished(world)).toEqual([])
        expect(await eventsWithout(world)).toEqual([])
      },
    ),
    { numRuns: runs, ...(process.env.WEBHOOK_SEED && { seed: Number(process.env.WEBHOOK_SEED) }) },
  )
}, 180_000)

/** Every step that a delivery may take. What is leased and not sent goes back to where it was. */
const allowed: Readonly<Record<DeliveryState | 'NEW', readonly DeliveryState[]>> = {
  NEW: ['PENDING', 'HELD'],
  PENDING: ['LEASED', 'HELD', 'CANCELLED', 'EXPIRED'],
  LEASED: ['SUCCEEDED', 'RETRYING', 'EXHAUSTED', 'HELD', 'CANCELLED', 'PENDING'],
  RETRYING: ['LEASED', 'HELD', 'CANCELLED', 'EXPIRED'],
  HELD: ['PENDING', 'RETRYING', 'CANCELLED', 'EXPIRED'],
  SUCCEEDED: [],
  EXHAUSTED: [],
  CANCELLED: [],
  EXPIRED: [],
}

async function aWorld(ordered: boolean) {
  count += 1
  const actor = aWebhookManager(`co_states_${count}`)
  receiver.answers({})
  const { endpoint } = await aWebhook(service.webhooks, actor, { url: receiver.url, ordered })
  return { actor, endpointId: endpoint.id, worker: createDelivering(service.deps) }
}

/** The receiver is well, somebody enables the endpoint or deletes it, and time passes. */
async function comeToRest(world: World, deleted: boolean): Promise<void> {
  receiver.answers({ status: 204 })
  if (deleted) await service.webhooks.delete(world.actor, world.endpointId)
  else await service.webhooks.enable(world.actor, world.endpointId)
  for (let round = 0; round < 60 && (await unfinished(world)).length > 0; round += 1) {
    service.advance(minutesMs(2))
    await advanceDue(service.database, service.deps.now())
    await keepHouse({ ...service.deps, retentionDays }, service.deps.now())
    await service.deliver(world.worker, world.actor.companyId)
  }
}

async function wrongSteps({ actor }: World): Promise<string[]> {
  const { rows } = await sql<{ before: DeliveryState | 'NEW'; after: DeliveryState }>`
    select distinct before, after from public.transitions where of = ${actor.companyId}
  `.execute(service.database.pool)
  return rows
    .filter(({ before, after }) => !allowed[before].includes(after))
    .map(({ before, after }) => `${before} to ${after}`)
}

async function unfinished({ actor }: World): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select distinct state from webhooks.deliveries
    where company_id = ${actor.companyId} and state in ('PENDING', 'LEASED', 'RETRYING', 'HELD')
  `.execute(service.database.pool)
  return rows.map(({ state }) => state)
}

/** Events that were published for the endpoint and of which no delivery tells. */
async function eventsWithout({ actor }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from platform.events e where e.company_id = ${actor.companyId}
    -- These are news for other endpoints than the one that they are about.
    and e.type not in ('webhook.paused', 'webhook.resumed') and not exists (
      select from webhooks.deliveries d
      where d.company_id = e.company_id and d.event_id = e.id and d.replay_of is null)
  `.execute(service.database.pool)
  return rows.map(({ id }) => id)
}

/** Refused because of the state it is in: that is an answer too. */
async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    const code = (error as { code?: unknown }).code
    if (typeof code !== 'string' || !code.startsWith('webhooks.')) throw error
  })
}

type World = Awaited<ReturnType<typeof aWorld>>

type Step = { readonly what: keyof typeof steps; readonly n: number }
