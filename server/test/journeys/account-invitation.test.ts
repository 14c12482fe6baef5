import { describe, expect, it } from 'vitest'
import { mailedInvitation } from '#testing/invitations'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { aKey } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const browser = () => anAccountBrowser(world.baseUrl)

describe('an invitation', () => {
  it('is used by the form alone, and once', async () => {
    const email = `invited-${aKey()}@example.com`
    await ours.admin.post('/api/v1/invitations', { email, roles: ['buyer'] })
    const token = await mailedInvitation(database, email)
    const own = browser()
    // Mail filters open links.
    for (let times = 0; times < 3; times += 1) {
      expect((await own.get('/account/invitation')).status).toBe(200)
    }
    const form = { token, name: 'Ida Invited', password: 'password' }
    const weak = await own.submit('/account/invitation', form)
    expect(weak.status).toBe(422)
    expect(fieldOf(weak, 'name')).toBe('')
    expect(weak.html).toContain('Ida Invited')
    const password = 'a sentence that nobody guesses'
    // Without a script people paste the whole link.
    const pasted = { ...form, token: `${world.baseUrl}/account/invitation#${token}`, password }
    expect((await own.submit('/account/invitation', pasted)).location).toBe('/account')
    expect((await own.get('/account')).html).toContain('Ida Invited')
    expect((await browser().submit('/account/invitation', { ...form, password })).status).toBe(404)

    const elsewhere = await world.company()
    await elsewhere.admin.post('/api/v1/invitations', { email, roles: ['approver'] })
    const second = await mailedInvitation(database, email)
    const formToken = fieldOf(await own.get('/account/invitation'), 'formToken')
    expect((await own.submit('/account/join', { formToken, token: second })).location).toBe(
      '/account',
    )
    expect((await own.get('/account')).status).toBe(200)
    const { html } = await own.get('/account/orders/ord_none')
    expect(html).toContain('name="companyId"')
    const company = {
      formToken: fieldOf({ html } as never, 'formToken'),
      companyId: ours.companyId,
      returnTo: '/account/orders/ord_none',
    }
    expect((await own.submit('/account/company', company)).location).toBe(company.returnTo)
    expect((await own.get(company.returnTo)).html).not.toContain(`value="${ours.companyId}"`)
  })
})
