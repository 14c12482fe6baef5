import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages of the structure of a company', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, visit, signIn, check } = pages

  it('adds units below each other, renames and moves them, and ends them when nothing belongs to them', async () => {
    const { person, client } = await aMember('company_admin')
    await visit(person, '/company')
    const { page } = pages
    await addUnit('Northern holding', 'At the top')
    await addUnit('Plant of Kiel', 'Northern holding')
    await page.getByRole('button', { name: 'End Northern holding' }).click()
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText(/because these belong to it: 1 unit\. Move or end them first/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Change Plant of Kiel' }).click()
    await page.getByLabel('Name').fill('Plant of Lübeck')
    const parent = page.getByLabel('Below')
    expect(await parent.locator('option').allTextContents()).not.toContain(
      'Northern holding / Plant of Kiel',
    )
    await parent.selectOption('At the top')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change Plant of Lübeck' }).waitFor()
    const { data } = (await client.get('/api/v1/company/units')).body
    const moved = data.find((unit: { name: string }) => unit.name === 'Plant of Lübeck')
    expect(moved).toMatchObject({ kind: 'SITE' })
    expect(moved).not.toHaveProperty('parentId')

    await page.getByRole('button', { name: 'End Northern holding' }).click()
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText('Northern holding has ended.').waitFor()
    await page.getByText('Northern holding', { exact: true }).waitFor({ state: 'detached' })

    async function addUnit(name: string, below: string) {
      await page.getByRole('button', { name: 'Add a unit' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Kind').selectOption('Site')
      await page.getByLabel('Below').selectOption(below)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: `Change ${name}` }).waitFor()
    }
  })

  it('keeps a list of cost centres: adds, finds, changes, ends and reopens them', async () => {
    const { person, client } = await aMember('company_admin')
    await visit(person, '/company/cost-centers')
    const { page } = pages
    await page.getByText(/keeps no list of cost centres/).waitFor()
    await add('KST 10', 'Workshop')
    await add('KST 20', 'Paint shop')
    await page.getByLabel('Part of the code or the name').fill('paint')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('row', { name: /KST 10/ }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('q')).toBe('paint')

    const { body } = await client.get('/api/v1/company/cost-centers?code=KST 20')
    const [{ id }] = body.data
    await page.getByRole('button', { name: 'Change KST 20' }).click()
    // A colleague names the external id meanwhile: the form does not take it back.
    await client.patch(`/api/v1/company/cost-centers/${id}`, { externalId: 'SAP-20' })
    await page.getByLabel('Valid until').fill('2999-12-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'until 31 Dec 2999' }).waitFor()
    await page.getByRole('cell', { name: 'SAP-20' }).waitFor()

    await page.getByRole('button', { name: 'End KST 20' }).click()
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText('KST 20 has ended.').waitFor()
    await page.getByRole('button', { name: 'Reopen KST 20' }).click()
    await page.getByRole('button', { name: 'Reopen it' }).click()
    await page.getByRole('button', { name: 'End KST 20' }).waitFor()

    async function add(code: string, name: string) {
      await page.getByRole('button', { name: 'Add a cost centre' }).click()
      await page.getByLabel('Code', { exact: true }).fill(code)
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('row', { name: new RegExp(code) }).waitFor()
    }
  })

  it('imports a file of projects after it has shown what the file does', async () => {
    const { person, client } = await aMember('company_admin')
    await visit(person, '/company/projects')
    const { page } = pages
    await page.getByText('Import a file').click()
    await choose('code,name,validTo\r\nP-1,Bridge,2026-13-01\r\nP-2,,\r\n')
    await page.getByText('Line 2: The day is not valid.').waitFor()
    await page.getByText('Line 3: The name is missing.').waitFor()
    expect(await page.getByRole('button', { name: 'Make these changes' }).count()).toBe(0)
    await choose('code,name,validTo\r\nP-1,Bridge,2999-12-31\r\nP-2,Tünnel,\r\n')
    await page.getByText('The file adds 2, changes 0, ends 0 and reopens 0.').waitFor()
    expect((await client.get('/api/v1/company/projects')).body.data).toEqual([])
    await page.getByRole('button', { name: 'Make these changes' }).click()
    await page.getByText(/^Imported: 2 added/).waitFor()
    await page.getByRole('row', { name: /P-2 Tünnel/ }).waitFor()

    async function choose(text: string) {
      const file = { name: 'projects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.getByLabel('CSV file').setInputFiles(file)
    }
  })

  it('invites people, changes their roles and units, and removes them', async () => {
    const { person, client } = await aMember('company_admin')
    const buyer = await aBuyer()
    const { name } = (await buyer.client.get('/api/v1/me')).body.data.person
    const unit = { name: 'Foundry', kind: 'SITE' }
    const { id: unitId } = (await client.post('/api/v1/company/units', unit)).body.data
    await visit(person, '/company/people')
    const { page } = pages
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await page.getByLabel('E-mail address').fill('nina@new.example')
    await page.getByRole('checkbox', { name: 'Accountant' }).check()
    await page.getByLabel('Another role for a unit').selectOption('Buyer')
    await page.getByLabel('For the unit').selectOption('Foundry')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText(/^nina@new\.example, Requester, Accountant, .*until/).waitFor()
    const invitations = (await client.get('/api/v1/invitations')).body.data
    expect(
      invitations.find(({ email }: { email: string }) => email === 'nina@new.example'),
    ).toMatchObject({
      roles: ['requester', 'accountant'],
      unitRoles: [{ unitId, role: 'buyer' }],
    })
    await page.getByRole('button', { name: 'Revoke the invitation of nina@new.example' }).click()
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('The invitation of nina@new.example is revoked.').waitFor()

    const row = page.getByRole('row').filter({ hasText: buyer.person.email })
    await row.getByRole('button', { name: /^Change/ }).click()
    await row.getByLabel('Approver', { exact: true }).check()
    await row.getByLabel(/^Unit/).selectOption('Foundry')
    await row.getByLabel('Another role for a unit').selectOption('Accountant')
    await row.getByLabel('For the unit').selectOption('Foundry')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('form').waitFor({ state: 'detached' })
    await row.getByText('Accountant for Foundry').waitFor()
    const { body } = await client.get(`/api/v1/members?unitId=${unitId}`)
    expect(body.data).toMatchObject([
      { roles: ['buyer', 'approver'], unitRoles: [{ unitId, role: 'accountant' }] },
    ])
    await row.getByRole('button', { name: /^Change/ }).click()
    await row.getByLabel('Accountant for Foundry').uncheck()
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('form').waitFor({ state: 'detached' })
    expect(await row.getByText('Accountant for Foundry').count()).toBe(0)

    const own = page.getByRole('row').filter({ hasText: person.email })
    expect(await own.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    await row.getByRole('button', { name: /^Remove/ }).click()
    await row.getByRole('button', { name: 'Remove the person' }).click()
    await page.getByText(`${name} no longer belongs to the company.`).waitFor()
    expect((await buyer.client.get('/api/v1/cart')).status).toBe(401)
  })

  it('asks for a new sign-in before roles change, and returns to the page', async () => {
    const { person } = await aMember('company_admin')
    const { person: other } = await aBuyer()
    await visit(person, '/company/people')
    const { page, world } = pages
    await sql`
      update identity.sessions set authenticated_at = now() - interval '1 hour', created_at = now() - interval '1 hour'
      where user_id = ${person.actor.id} /* across companies: a person signs in once for all of them */
    `.execute(world.parts.platform.database.pool)
    world.parts.modules.identity.forgetCredentials()
    const row = page.getByRole('row').filter({ hasText: other.email })
    await row.getByRole('button', { name: /^Change/ }).click()
    await row.getByLabel('Approver', { exact: true }).check()
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByRole('button', { name: 'Sign in again' }).click()
    await signIn(person)
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await row.getByRole('button', { name: /^Change/ }).click()
    await row.getByLabel('Approver', { exact: true }).check()
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Buyer, Approver').waitFor()
  })

  it('shows the structure to everybody, and lets administrators alone change it', async () => {
    const { client: admin } = await aMember('company_admin')
    await admin.post('/api/v1/company/units', { name: 'Quiet office', kind: 'DEPARTMENT' })
    const { person } = await aBuyer()
    await visit(person, '/company')
    const { page } = pages
    await page.getByText('Quiet office').waitFor()
    expect(await page.getByRole('button', { name: 'Change Quiet office' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Company', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add a project' }).count()).toBe(0)
    await page.goto(`${pages.world.baseUrl}/company/nothing`)
    await page.getByText(/^Check the address/).waitFor()
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const { person, client } = await aMember('company_admin')
    let parentId: string | null = null
    for (let level = 1; level <= 8; level += 1) {
      const name = level === 8 ? hostile : `A unit of the level ${level} with a long name`
      const unit = { name, kind: 'SITE', parentId, externalId: `E-${level}` }
      const created = await client.post('/api/v1/company/units', unit)
      parentId = created.body.data.id
    }
    const code = { code: hostile.slice(0, 90), name: hostile, unitId: parentId }
    await client.post('/api/v1/company/projects', { ...code, validFrom: '2026-01-01' })
    await visit(person, '/company')
    for (const path of ['/company', '/company/projects', '/company/people']) await check(path)
    const { page } = pages
    await page.setViewportSize({ width: 360, height: 900 })
    await page.goto(`${pages.world.baseUrl}/company`)
    await page.getByRole('button', { name: /^Change <img/ }).click()
    await check('/company/gl-accounts')
  })
})
