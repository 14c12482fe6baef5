import type { Client } from '../client.ts'
import type { Play, Stage } from './audited-changes.ts'

const units = '/api/v1/company/units'
const unit = { name: 'Plant Hamburg', kind: 'SITE' }
const ofCompany = ({ ours }: Stage) => `/admin/companies/${ours.companyId}/units`

async function aUnit(client: Client): Promise<string> {
  return (await client.post(units, unit)).body.data.id
}

const lists = ['cost-centers', 'gl-accounts', 'projects']
let codes = 0
const code = () => ({ code: `of the audit ${codes++}`, name: 'Workshop' })

async function aCode(client: Client, list: string): Promise<string> {
  return (await client.post(`/api/v1/company/${list}`, code())).body.data.id
}

/** The changes of the lists of accounting codes, by the company and by operators in its place. */
const codePlays = Object.fromEntries(
  lists.flatMap((list) =>
    (['ours', 'operators'] as const).flatMap((whose): [string, Play][] => {
      const isOurs = whose === 'ours'
      const route = isOurs ? `/api/v1/company/${list}` : `/admin/companies/:companyId/${list}`
      const path = ({ ours }: Stage) => route.replace(':companyId', ours.companyId)
      const clientOf = ({ ours, operator }: Stage) => (isOurs ? ours.admin : operator)
      return [
        [`POST ${route}`, (stage, send) => send(clientOf(stage), 'POST', path(stage), code())],
        [
          `PATCH ${route}/:codeId`,
          async (stage, send) => {
            const id = await aCode(stage.ours.admin, list)
            return send(clientOf(stage), 'PATCH', `${path(stage)}/${id}`, { name: 'Plant' })
          },
        ],
        [
          `POST ${route}/:codeId/end`,
          async (stage, send) => {
            const id = await aCode(stage.ours.admin, list)
            return send(clientOf(stage), 'POST', `${path(stage)}/${id}/end`)
          },
        ],
        [
          `POST ${route}/:codeId/reopen`,
          async (stage, send) => {
            const id = await aCode(stage.ours.admin, list)
            await stage.ours.admin.post(`/api/v1/company/${list}/${id}/end`)
            return send(clientOf(stage), 'POST', `${path(stage)}/${id}/reopen`)
          },
        ],
      ]
    }),
  ),
)

/** A file of one line, with the digest of its preview. */
const importPlays = Object.fromEntries(
  lists.map((list): [string, Play] => {
    const route = `/api/v1/company/${list}/imports`
    return [
      `POST ${route}`,
      async ({ ours }, send) => {
        const file = new Blob([`code,name\r\nof the audit ${codes++},Workshop\r\n`], {
          type: 'text/csv',
        })
        const { digest } = (await ours.admin.post(`${route}/preview`, file)).body.data
        return send(ours.admin, 'POST', `${route}?digest=${digest}`, file)
      },
    ]
  }),
)

/** How the structure of a company is changed well once. */
export const structurePlays: Readonly<Record<string, Play>> = {
  ...codePlays,
  ...importPlays,
  'POST /api/v1/company/units': ({ ours }, send) => send(ours.admin, 'POST', units, unit),
  'PATCH /api/v1/company/units/:unitId': async ({ ours }, send) =>
    send(ours.admin, 'PATCH', `${units}/${await aUnit(ours.admin)}`, { name: 'Plant Kiel' }),
  'POST /api/v1/company/units/:unitId/end': async ({ ours }, send) =>
    send(ours.admin, 'POST', `${units}/${await aUnit(ours.admin)}/end`),
  'POST /admin/companies/:companyId/units': (stage, send) =>
    send(stage.operator, 'POST', ofCompany(stage), unit),
  'PATCH /admin/companies/:companyId/units/:unitId': async (stage, send) =>
    send(stage.operator, 'PATCH', `${ofCompany(stage)}/${await aUnit(stage.ours.admin)}`, {
      name: 'Plant Kiel',
    }),
  'POST /admin/companies/:companyId/units/:unitId/end': async (stage, send) =>
    send(stage.operator, 'POST', `${ofCompany(stage)}/${await aUnit(stage.ours.admin)}/end`),
}
