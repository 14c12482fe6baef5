import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { sectionInLanguage } from '#platform/health'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()

it('an incident says what is wrong in the language of its reader, with its figures and local times', async () => {
  const { platform, modules } = world.parts
  const summary = 'Nothing is converted: the newest exchange rates are of 2026-01-02T03:04:05.000Z.'
  const { id } = await platform.database.transaction((tx) =>
    modules.incidents.notify(tx, {
      key: 'fx.rates-expired',
      severity: 'critical',
      summary,
      details: { asOf: '2026-01-02T03:04:05.000Z' },
      dedupeKey: 'languages',
      now: new Date(),
    }),
  )
  const read = async (locale: string) =>
    operator.get(`/notifications/incidents/${id}?locale=${locale}`)
  expect((await read('en')).body.data.summary).toBe(summary)
  const german = await read('de')
  expect(german.headers.get('content-language')).toBe('de')
  expect(german.body.data.summary).toMatch(
    /^Nichts wird umgerechnet: .* 2\. Januar 2026.*03:04 UTC/,
  )
  expect((await read('fr')).body.data.summary).toMatch(/^Rien n’est converti : .* 2 janvier 2026/)
  const { body } = await operator.get('/notifications/incidents?locale=de&key=fx.rates-expired')
  expect(body.data[0].summary).toBe(german.body.data.summary)
})

it('an incident of an earlier release, without a value of the sentence, is in English', async () => {
  const { platform, modules } = world.parts
  const { id } = await platform.database.transaction((tx) =>
    modules.incidents.notify(tx, {
      key: 'fx.rate-held',
      severity: 'warning',
      summary: 'The rate moved.',
      details: {},
      dedupeKey: 'languages',
      now: new Date(),
    }),
  )
  const { body } = await operator.get(`/notifications/incidents/${id}?locale=de`)
  expect(body.data.summary).toBe('The rate moved.')
})

it('the health surface takes a language, and a problem counts with the metrics of its section', async () => {
  const answer = await operator.get('/health/ops?locale=de')
  expect(answer.headers.get('content-language')).toBe('de')
  expect((await operator.get('/health/ops?locale=*')).status).toBe(400)
  const problem = {
    code: 'orders.unshipped',
    message: '2 confirmed orders were not completely shipped in time.',
    action: 'Open /admin/orders, and ask the suppliers of these orders.',
    since: '2026-01-02T03:04:05.000Z',
  }
  const section = {
    status: 'degraded' as const,
    generatedAt: problem.since,
    metrics: { unshippedStuck: 2 },
    problems: [problem],
  }
  expect(sectionInLanguage(section, 'en')).toEqual(section)
  const { problems } = sectionInLanguage(section, 'fr')
  expect(problems[0]).toMatchObject({
    message: '2 commandes confirmées n’ont pas été expédiées entièrement à temps.',
    action: 'Ouvrez /admin/orders et interrogez les fournisseurs de ces commandes.',
  })
})

it('a webhook says in the language of its reader why nothing is sent', async () => {
  const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hook', events: ['*'] }
  const { id } = (await ours.admin.post('/api/v1/webhooks', hook)).body.data
  const { pool } = world.parts.platform.database
  await sql`update webhooks.endpoints set state = 'PAUSED'
    where company_id = ${ours.companyId} and id = ${id}`.execute(pool)
  const one = `/admin/companies/${ours.companyId}/webhooks/${id}`
  const { body } = await operator.get(`${one}?locale=fr`)
  expect(body.data).toMatchObject({ state: 'PAUSED', why: 'Son entreprise l’a mis en pause.' })
})
