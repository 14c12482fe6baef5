import { expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { createClient } from './client.ts'
import { aStandingCompany } from './standing-orders-client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const { ours, created } = await aStandingCompany(world)

it('the owner skips a date of a standing order, pauses, resumes and ends it', async () => {
  const owner = await aMember(ours.companyId)
  const { id, nextDates } = await created({ name: 'Coffee & tea' }, owner.client)
  const list = await owner.browser.get('/account/standing-orders')
  expect(list.html).toContain('Coffee &amp; tea')
  expect((await owner.browser.get('/account')).html).toContain('href="/account/standing-orders"')

  const path = `/account/standing-orders/${id}`
  const page = await owner.browser.get(path)
  expect(page.html).toContain('Skip 13 Jan 2031')
  expect(fieldOf(page, 'date')).toBe(nextDates[0].date)
  const form = { formToken: fieldOf(page, 'formToken') }
  const foreign = { formToken: 'of another page', step: 'end' }
  expect((await owner.browser.submit(path, foreign)).status).toBe(403)
  const skip = { ...form, step: 'skip', date: nextDates[0].date }
  expect(await owner.browser.submit(path, skip)).toMatchObject({ status: 303, location: path })
  expect((await owner.browser.get(path)).html).toContain('Skip 20 Jan 2031')
  await owner.browser.submit(path, { ...form, step: 'pause' })
  const paused = await owner.browser.get(path)
  expect(paused.html).toContain('Paused')
  expect(paused.html).toContain('value="resume"')
  await owner.browser.submit(path, { ...form, step: 'resume' })
  await owner.browser.submit(path, { ...form, step: 'end' })
  const ended = await owner.browser.get(`${path}?locale=de`)
  expect(ended.html).toContain('Beendet')
  expect(ended.html).not.toContain('name="step"')
  expect((await owner.browser.submit(path, { ...form, step: 'pause' })).status).toBe(409)

  const stranger = await aMember((await world.company()).companyId)
  expect((await stranger.browser.get(path)).status).toBe(404)
})

async function aMember(companyId: typeof ours.companyId) {
  const { email, password } = await aPerson(database, { companyId, role: 'buyer' })
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn({ email, password })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return { browser, client: createClient(world.baseUrl, { bearer: body.data.accessToken }) }
}
