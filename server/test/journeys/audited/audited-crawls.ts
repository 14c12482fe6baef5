import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import { aMapping, giveMapping } from '../a-mapped-source.ts'
import type { Play, Stage } from './audited-changes.ts'

const sources = '/api/v1/crawl/sources'
const runs = '/api/v1/crawls'

/** What is read outside the catalogue, and what becomes of its offers. */
export const crawlPlays: Readonly<Record<string, Play>> = {
  [`POST ${sources}`]: ({ ours }, send) => send(ours.admin, 'POST', sources, aDraft()),
  [`PATCH ${sources}/:sourceId`]: async (stage, send) =>
    send(stage.ours.admin, 'PATCH', `${sources}/${await aSource(stage)}`, { name: 'Another name' }),
  [`DELETE ${sources}/:sourceId`]: async (stage, send) =>
    send(stage.ours.admin, 'DELETE', `${sources}/${await aSource(stage)}`),
  [`POST ${runs}`]: async (stage, send) =>
    send(stage.ours.admin, 'POST', runs, { sourceId: await aSource(stage) }),
  [`POST ${runs}/:crawlId/confirm`]: async (stage, send) =>
    send(stage.ours.admin, 'POST', `${runs}/${await aProposedRun(stage)}/confirm`),
  [`POST ${runs}/:crawlId/cancel`]: async (stage, send) =>
    send(stage.ours.admin, 'POST', `${runs}/${await aProposedRun(stage)}/cancel`),
  'POST /admin/crawls/held-offers/:reviewId/decide': async (stage, send) =>
    send(stage.operator, 'POST', `/admin/crawls/held-offers/${await aReview(stage)}/decide`, {
      decision: 'DISMISSED',
    }),
  'PUT /admin/crawls/sources/:sourceId/mapping': async (stage, send) =>
    send(stage.operator, 'PUT', await mappingOf(stage, false), { expectedVersion: 1, ...aMapping }),
  'DELETE /admin/crawls/sources/:sourceId/mapping': async (stage, send) =>
    send(stage.operator, 'DELETE', await mappingOf(stage, true)),
}

const mappingOf = async (stage: Stage, isConfirmed: boolean) =>
  `/admin/crawls/sources/${await aMappedSource(stage, isConfirmed)}/mapping`

/** Nothing listens there, so its run ends at once. */
const aDraft = () => ({
  name: 'A shop',
  kind: 'site',
  url: `http://127.0.0.1:9/${newId('csrc', new Date())}`,
})

async function aSource({ ours }: Stage): Promise<string> {
  return (await ours.admin.post(sources, aDraft())).body.data.id
}

/** A run that a brief has proposed. */
async function aProposedRun(stage: Stage): Promise<string> {
  const { modules, platform } = stage.world.parts
  const run = await platform.database.transaction(async (tx) =>
    modules.crawls.propose(
      tx,
      { companyId: stage.ours.companyId, id: await aSource(stage) },
      {
        requestedBy: 'usr_1',
        requestingCompanyId: stage.ours.companyId,
        query: undefined,
        now: new Date(),
      },
    ),
  )
  return run?.id ?? ''
}

async function aReview(stage: Stage): Promise<string> {
  const id = newId('crv', new Date())
  await sql`
    insert into crawl.reviews (company_id, id, source_id, run_id, state, missing, listed, created_at)
    values (${stage.ours.companyId}, ${id}, ${await aSource(stage)}, 'crl_1', 'OPEN', 5, 10, now())
  `.execute(stage.world.parts.platform.database.pool)
  return id
}

/** A source whose XML file waits for a mapping, or has one. */
async function aMappedSource(stage: Stage, isConfirmed: boolean): Promise<string> {
  const sourceId = await aSource(stage)
  const { pool } = stage.world.parts.platform.database
  await giveMapping(pool, stage.ours.companyId, sourceId, isConfirmed)
  return sourceId
}
