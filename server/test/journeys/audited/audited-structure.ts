import type { Client } from '../client.ts'
import type { Play, Stage } from './audited-changes.ts'

const units = '/api/v1/company/units'
const unit = { name: 'Plant Hamburg', kind: 'SITE' }
const ofCompany = ({ ours }: Stage) => `/admin/companies/${ours.companyId}/units`

async function aUnit(client: Client): Promise<string> {
  return (await client.post(units, unit)).body.data.id
}

/** How the structure of a company is changed well once. */
export const structurePlays: Readonly<Record<string, Play>> = {
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
