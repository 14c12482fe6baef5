import { beforeEach, expect, it } from 'vitest'
import { PurgeRequisitionAttachments } from '#modules/requisitions'
import { sql } from '#platform/db'
import { enqueue } from '#platform/jobs'
import { aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { codeOf } from './approvals-client.ts'
import { type Client, createClient } from './client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const url = '/api/v1/requisitions'
const world = await useWorld()
const { database } = world.parts.platform
const pdf = Buffer.from('%PDF-1.7\nA plan of the office.')
let ours: CompanyOfWorld
let requester: Client

beforeEach(async () => {
  ours = await world.company()
  const person = await aPerson(database, { companyId: ours.companyId, role: 'requester' })
  requester = await clientOf(person)
})

it('a line has files, which the buyers read when it is submitted', async () => {
  const sent = await upload(requester, pdf, '../plan & sketch.pdf')
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    { name: 'plan & sketch.pdf', mediaType: 'application/pdf', bytes: pdf.length },
  ])
  const { id, lines } = await aDraft([sent.body.data.id])
  expect(lines[0].attachments).toEqual([sent.body.data])
  const address = `${url}/${id}/attachments/${sent.body.data.id}`
  expect((await ours.buyer.get(address)).status).toBe(404)
  expect((await requester.post(`${url}/${id}/submit`, {})).status).toBe(200)
  const operator = await world.operator()
  const forOperators = address.replace('/api/v1', `/admin/companies/${ours.companyId}`)
  for (const [reader, at] of [
    [requester, address],
    [ours.buyer, address],
    [operator, forOperators],
  ] as const) {
    const file = await download(reader, at)
    expect([file.status, file.bytes]).toEqual([200, pdf])
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
  }
  const stranger = await world.company()
  expect((await stranger.admin.get(address)).status).toBe(404)

  const buyer = await aPerson(database, { companyId: ours.companyId, role: 'buyer' })
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(buyer)
  const page = await browser.get(`/account/requisitions/${id}`)
  const link = `/account/requisitions/${id}/attachments/${sent.body.data.id}`
  expect(page.html).toContain(`href="${link}">plan &amp; sketch.pdf</a>`)
  const opened = await browser.get(link)
  expect([opened.status, opened.html]).toEqual([200, pdf.toString()])
})

it('a changed line keeps the files that it names, and the others are deleted after a day', async () => {
  const [kept, left] = [await anUpload(), await anUpload()]
  const { id } = await aDraft([kept, left])
  // Days later, the file is still one of the requisition.
  await age([kept, left])
  const changed = await requester.patch(`${url}/${id}`, {
    lines: [{ what: 'Another desk', quantity: 1, attachmentIds: [kept] }],
  })
  expect(changed.body.data.lines, JSON.stringify(changed.body)).toMatchObject([
    { what: 'Another desk', attachments: [{ id: kept }] },
  ])
  expect((await requester.get(`${url}/${id}/attachments/${left}`)).status).toBe(404)
  await purge()
  await expect.poll(() => idsOf([kept, left])).toEqual([kept])
  expect((await download(requester, `${url}/${id}/attachments/${kept}`)).bytes).toEqual(pdf)
  // A deleted draft leaves its files to the schedule, too.
  expect((await requester.delete(`${url}/${id}`)).status).toBe(200)
  await purge()
  await expect.poll(() => idsOf([kept])).toEqual([])
})

it('a file belongs to one line, and to the person who uploaded it', async () => {
  const file = await anUpload()
  const refused = async (client: Client, ...attachmentIds: string[][]) => {
    const lines = attachmentIds.map((ids, at) => ({
      what: `Desk ${at}`,
      quantity: 1,
      attachmentIds: ids,
    }))
    return codeOf(await client.post(url, { title: 'Desks', lines }))
  }
  const unknown = 'requisitions.attachments_unknown'
  expect(await refused(ours.buyer, [file])).toBe(unknown)
  expect(await refused((await world.company()).buyer, [file])).toBe(unknown)
  expect(await refused(requester, [file], [file])).toBe(unknown)
  expect(await refused(requester, ['att_none'])).toBe(unknown)
  await aDraft([file])
  expect(await refused(requester, [file])).toBe(unknown)
  const old = await anUpload()
  await age([old])
  expect(await refused(requester, [old])).toBe(unknown)
})

it('simultaneous requisitions get a file once', async () => {
  const file = await anUpload()
  const lines = [{ what: 'A desk', quantity: 1, attachmentIds: [file] }]
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => requester.post(url, { title: 'Desk', lines })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
})

it('a program, an empty file, a large one and too many are refused', async () => {
  const refusals = [
    [Buffer.from('MZ\x90\0', 'latin1'), 422, 'attachment_type_unsupported'],
    [Buffer.alloc(0), 400, 'attachment_empty'],
    [Buffer.alloc(10_000_001, 'a'), 413, 'attachment_too_large'],
  ] as const
  for (const [content, status, code] of refusals) {
    const sent = await upload(requester, content, 'a.pdf')
    expect([sent.status, codeOf(sent)]).toEqual([status, `requisitions.${code}`])
  }
  for (let at = 0; at < 30; at += 1) await anUpload()
  expect(codeOf(await upload(requester, pdf, 'a.pdf'))).toBe('requisitions.uploads_limit_reached')
  const many = Array.from({ length: 11 }, (_, at) => `att_${at}`)
  const lines = [{ what: 'Desk', quantity: 1, attachmentIds: many }]
  expect((await requester.post(url, { title: 'Desk', lines })).status).toBe(400)
})

it('the files of a person who is erased are deleted', async () => {
  const person = await aPerson(database, { companyId: ours.companyId, role: 'requester' })
  requester = await clientOf(person)
  const file = await anUpload()
  const { id } = await aDraft([file])
  await requester.post(`${url}/${id}/submit`, {})
  await ours.admin.post(`/api/v1/members/${person.actor.id}/erase`, {})
  const seen = async () => (await ours.buyer.get(`${url}/${id}`)).body.data.lines[0].attachments
  await expect.poll(seen).toEqual([])
  await age([file])
  await purge()
  await expect.poll(() => idsOf([file])).toEqual([])
})

async function aDraft(attachmentIds: readonly string[]) {
  const lines = [{ what: 'A desk', quantity: 1, attachmentIds }]
  const { status, body } = await requester.post(url, { title: 'Desks', lines })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

async function anUpload(): Promise<string> {
  const { status, body } = await upload(requester, pdf, 'plan.pdf')
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

const upload = (client: Client, content: Buffer, name: string) =>
  client.post(
    `${url}/attachments?name=${encodeURIComponent(name)}`,
    new Blob([new Uint8Array(content)], { type: 'application/pdf' }),
  )

async function download(client: Client, path: string) {
  const answer = await fetch(`${world.baseUrl}${path}`, { headers: client.headers })
  const { status, headers } = answer
  return { status, headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function clientOf({ email, password }: { email: string; password: string }) {
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

/** As if the files were uploaded 26 hours earlier. */
const age = (ids: readonly string[]) =>
  sql`
    update requisitions.attachments set created_at = created_at - interval '26 hours'
    where company_id = ${ours.companyId} and id = any(${[...ids]}::text[])
  `.execute(database.pool)

const purge = () =>
  database.transaction(async (tx) =>
    enqueue(tx, PurgeRequisitionAttachments, {}, { now: new Date() }),
  )

async function idsOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from requisitions.attachments
    where company_id = ${ours.companyId} and id = any(${[...ids]}::text[]) order by id
  `.execute(database.pool)
  return rows.map(({ id }) => id)
}
