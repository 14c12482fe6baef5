import type { Play, Stage } from './audited-changes.ts'

const url = '/api/v1/support/tickets'
const question = { subject: 'Open boxes', message: 'Two boxes were open.' }

/** What customers and the support desk do with tickets. */
export const supportPlays: Readonly<Record<string, Play>> = {
  [`POST ${url}`]: ({ ours }, send) => send(ours.buyer, 'POST', url, question),
  'POST /api/v1/support/attachments': ({ ours }, send) =>
    send(
      ours.buyer,
      'POST',
      '/api/v1/support/attachments',
      new Blob(['A text.'], { type: 'text/plain' }),
    ),
  [`POST ${url}/:ticketId/messages`]: async (stage, send) =>
    send(stage.operator, 'POST', `${await aTicket(stage)}/messages`, { text: 'A photo, please.' }),
  [`POST ${url}/:ticketId/resolve`]: async (stage, send) =>
    send(stage.ours.buyer, 'POST', `${await aTicket(stage)}/resolve`),
  [`POST ${url}/:ticketId/reopen`]: async (stage, send) => {
    const path = await aTicket(stage)
    await stage.operator.post(`${path}/resolve`)
    return send(stage.ours.buyer, 'POST', `${path}/reopen`)
  },
  [`POST ${url}/:ticketId/assign`]: async (stage, send) => {
    const { body } = await stage.operator.get('/auth/me')
    const assignment = { assigneeId: body.data.id }
    return send(stage.operator, 'POST', `${await aTicket(stage)}/assign`, assignment)
  },
  [`POST ${url}/:ticketId/priority`]: async (stage, send) =>
    send(stage.operator, 'POST', `${await aTicket(stage)}/priority`, { priority: 'HIGH' }),
}

async function aTicket({ ours }: Stage): Promise<string> {
  return `${url}/${(await ours.buyer.post(url, question)).body.data.id}`
}
