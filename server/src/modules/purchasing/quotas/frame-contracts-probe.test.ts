import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, hoursMs } from '#kernel/time'
import { sql } from '#platform/db'
import { readSection } from '#platform/health'
import { sampleSupplierId } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import { frameContractsProbe } from './frame-contracts-probe.ts'
import { tellEnded } from './tell-ended.ts'

const database = await useDatabase()
const start = new Date('2026-11-21T10:00:00Z')
const end = after(start, hoursMs(1))
let time = start
const now = () => time

it('counts what is called off, and names contracts that ended without a notice', async () => {
  const companyId = await aCompany(database)
  await sql`
    insert into products.suppliers (id, name) values (${sampleSupplierId}, 'Supplies') on conflict do nothing
  `.execute(database.pool)
  await sql`
    insert into products.contracts
      (id, supplier_company_id, buyer_company_id, reference, state, valid_from, valid_until, version, created_at, updated_at)
    values ('ctr_1', ${sampleSupplierId}, ${companyId}, 'FW-1', 'ACTIVE', ${after(start, -hoursMs(1))}, ${end}, 1, ${start}, ${start})
  `.execute(database.pool)
  await sql`
    insert into quotas.quotas (company_id, id, contract_id, supplier_company_id, covers, covered_id, measure, maximum,
      policy, called_off, noticed_percent, created_at)
    select ${companyId}, 'quo_' || reached, 'ctr_1', ${sampleSupplierId}, 'PRODUCT', 'prd_' || reached, 'QUANTITY', 100,
      'REFUSE', reached, reached, ${start}
    from unnest(array[0, 80, 100]) as reached
  `.execute(database.pool)
  expect(await read()).toMatchObject({
    status: 'ok',
    metrics: {
      frameContractsInForce: 1,
      quotasNearlyUsed: 1,
      quotasUsedUp: 1,
      frameContractNoticesLate: 0,
    },
    problems: [],
  })

  time = after(end, hoursMs(3))
  const { metrics, problems } = await read()
  expect(metrics).toMatchObject({
    frameContractsInForce: 0,
    quotasUsedUp: 0,
    frameContractNoticesLate: 1,
    oldestFrameContractNoticeLateSeconds: 10_800,
  })
  expect(problems).toMatchObject([
    { code: 'frame-contracts.notices-late', since: end.toISOString() },
  ])
  expect(await tellEnded({ database, now })).toBe(1)
  expect((await read()).problems).toEqual([])
})

const read = () => readSection(frameContractsProbe({ database, now }), now)
