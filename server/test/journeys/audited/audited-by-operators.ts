import { newId } from '#kernel/id'
import { checkOut, handOver } from '../purchase.ts'
import { aCart, aFreshPerson, type Play, type Stage } from './audited-changes.ts'

const anAddress = () => `someone-${newId('usr', new Date()).slice(-10)}@example.com`
const ofCompany = ({ ours }: Stage) => `/admin/companies/${ours.companyId}`

async function aHook({ ours }: Stage): Promise<string> {
  const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hook', events: ['*'] }
  return (await ours.admin.post('/api/v1/webhooks', hook)).body.data.id
}

/** A checkout of a new buyer: each buyer has one cart. */
async function aCheckout(stage: Stage) {
  const { client } = await aFreshPerson(stage)
  const started = await checkOut(client, await aCart(stage, client))
  const id: string = started.body.data.id
  return { client, path: `${ofCompany(stage)}/checkout/${id}`, id }
}

const aWindow = { since: '2026-01-01T00:00:00Z' }

/** What operators do in the place of a company. */
export const operatorPlays: Readonly<Record<string, Play>> = {
  'POST /admin/companies/:companyId/invitations': async (stage, send) =>
    send(stage.operator, 'POST', `${ofCompany(stage)}/invitations`, {
      email: anAddress(),
      roles: ['buyer'],
    }),
  'DELETE /admin/companies/:companyId/invitations/:invitationId': async (stage, send) => {
    const invitation = { email: anAddress(), roles: ['buyer'] }
    const { id } = (await stage.ours.admin.post('/api/v1/invitations', invitation)).body.data
    return send(stage.operator, 'DELETE', `${ofCompany(stage)}/invitations/${id}`)
  },
  'POST /admin/companies/:companyId/api-keys': async (stage, send) => {
    const { body } = await stage.ours.admin.get('/auth/me')
    return send(stage.operator, 'POST', `${ofCompany(stage)}/api-keys`, {
      name: 'ERP',
      scopes: ['orders:read'],
      ownerId: body.data.id,
    })
  },
  'PATCH /admin/companies/:companyId/number-series/:kind': async (stage, send) =>
    send(stage.operator, 'PATCH', `${ofCompany(stage)}/number-series/ORDER`, { prefix: 'OP-' }),
  'PATCH /admin/companies/:companyId/order-tolerances': async (stage, send) =>
    send(stage.operator, 'PATCH', `${ofCompany(stage)}/order-tolerances`, { daysLater: 5 }),
  'PATCH /admin/companies/:companyId/calendar': async (stage, send) =>
    send(stage.operator, 'PATCH', `${ofCompany(stage)}/calendar`, { holidays: null }),
  'DELETE /admin/companies/:companyId/api-keys/:keyId': async (stage, send) => {
    const key = { name: 'ERP', scopes: ['orders:read'] }
    const { id } = (await stage.ours.admin.post('/api/v1/api-keys', key)).body.data
    return send(stage.operator, 'DELETE', `${ofCompany(stage)}/api-keys/${id}`)
  },
  'DELETE /admin/companies/:companyId/oauth-apps/:appId': async (stage, send) => {
    const app = {
      name: 'Reports',
      type: 'confidential',
      redirectUris: ['https://reports.example.com/callback'],
      scopes: ['orders:read'],
    }
    const { id } = (await stage.ours.admin.post('/api/v1/oauth-apps', app)).body.data
    return send(stage.operator, 'DELETE', `${ofCompany(stage)}/oauth-apps/${id}`)
  },
  'POST /admin/companies/:companyId/checkout/:checkoutId/cancel': async (stage, send) => {
    const { path } = await aCheckout(stage)
    return send(stage.operator, 'POST', `${path}/cancel`, { note: 'The buyer called.' })
  },
  'POST /admin/companies/:companyId/checkout/:checkoutId/retry': async (stage, send) => {
    const { client, id, path } = await aCheckout(stage)
    await handOver(client, id)
    return send(stage.operator, 'POST', `${path}/retry`)
  },
  'POST /admin/companies/:companyId/webhooks/:webhookId/enable': async (stage, send) =>
    send(stage.operator, 'POST', `${ofCompany(stage)}/webhooks/${await aHook(stage)}/enable`),
  'POST /admin/companies/:companyId/webhooks/:webhookId/replay': async (stage, send) =>
    send(
      stage.operator,
      'POST',
      `${ofCompany(stage)}/webhooks/${await aHook(stage)}/replay`,
      aWindow,
    ),
  'POST /admin/companies/:companyId/webhooks/replays/:replayId/cancel': async (stage, send) => {
    const path = `${ofCompany(stage)}/webhooks`
    const made = await stage.operator.post(`${path}/${await aHook(stage)}/replay`, aWindow)
    const { replay } = made.body.data
    return send(stage.operator, 'POST', `${path}/replays/${replay.id}/cancel`)
  },
}
