import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { type AccountBrowser, anAccountBrowser, fieldOf } from './account-browser.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const path = '/account/approval-rules'
const boss = await aPerson(database, { companyId: ours.companyId, role: 'buyer' })
const bossName = (await ours.admin.get('/api/v1/members?limit=100')).body.data.find(
  ({ userId }: { userId: string }) => userId === boss.actor.id,
).name as string

it('an administrator creates, changes and ends a rule, and reads it in words', async () => {
  const admin = await aBrowser('company_admin')
  const unit = (await ours.admin.post('/api/v1/company/units', { name: 'R & D', kind: 'SITE' }))
    .body.data
  expect((await admin.get('/account')).html).toContain(`href="${path}"`)
  expect((await admin.get(path)).html).toContain('no order needs approval')

  const empty = await admin.get(`${path}/new`)
  expect(empty.html).toContain('R &amp; D')
  const form = {
    formToken: fieldOf(empty, 'formToken'),
    key: fieldOf(empty, 'key'),
    step: 'save',
    name: 'Dear & new',
    position: '7',
    amount: '1000,50',
    currency: 'eur',
    'unitIds.1': unit.id,
    'requesterRoles.buyer': 'buyer',
    costCenters: '4711, 4712',
    aboveLastPrice: 'yes',
    'step1.mode': 'ALL',
    'step1.people.1': boss.actor.id,
    'step1.role': 'approver',
    'step1.mayReduce': 'yes',
    'step2.mode': 'ANY',
    'step2.people.1': '',
    timeoutHours: '48',
    remindAfterHours: '',
    escalateAfterHours: '24',
  }
  expect(await admin.submit(path, form)).toMatchObject({ status: 303, location: path })
  // A form that is sent twice makes one rule.
  expect((await admin.submit(path, form)).status).toBe(303)
  const { rules } = (await ours.admin.get('/api/v1/approval-rules')).body.data
  expect(rules).toHaveLength(1)
  const [{ id, ...rule }] = rules
  expect(rule).toEqual({
    name: 'Dear & new',
    position: 7,
    conditions: {
      amountFrom: { amount: '1000.50', currency: 'EUR' },
      unitIds: [unit.id],
      requesterRoles: ['buyer'],
      costCenters: ['4711', '4712'],
      aboveLastPrice: true,
    },
    steps: [{ mode: 'ALL', people: [boss.actor.id], role: 'approver', mayReduce: true }],
    timeoutHours: 48,
    escalateAfterHours: 24,
  })
  const { html } = await admin.get(path)
  for (const text of [
    'Dear &amp; new',
    'The total is EUR 1,000.50 or more.',
    'The person who orders belongs to R &amp; D, or to a unit below.',
    'The person who orders has the role Buyer.',
    'for the cost centre 4711 or 4712.',
    'above the last price that the company paid.',
    `All of: ${bossName} and everybody with the role Approver. They may lower quantities`,
    'given up after 48 hours of working days.',
    'a reminder after a third of the time.',
    'a mail after 24 hours',
  ]) {
    expect(html.replaceAll('\u00a0', ' ')).toContain(text)
  }

  const one = await admin.get(`${path}/${id}?locale=de`)
  expect(one.html).toContain('Regel ändern')
  const changed = { ...form, name: 'Dear', timeoutHours: '20' }
  const refused = await admin.submit(`${path}/${id}`, changed)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('The order would expire before these mails are sent.')
  expect(refused.html).toContain('value="Dear"')
  const { key: _, ...saved } = { ...changed, escalateAfterHours: '10' }
  expect((await admin.submit(`${path}/${id}`, saved)).location).toBe(`${path}/${id}`)
  expect((await admin.get(`${path}/${id}`)).html).toContain('given up after 20 hours')

  const end = { formToken: form.formToken, step: 'end' }
  expect((await admin.submit(`${path}/${id}`, { ...end, formToken: 'foreign' })).status).toBe(403)
  expect((await admin.submit(`${path}/${id}`, end)).location).toBe(path)
  expect((await admin.get(`${path}/${id}`)).status).toBe(404)
})

it('a rule of the API is read and saved on the page without a loss', async () => {
  const product = await aProduct(database, { unitPrice: '1.00', onHand: 1 })
  const { body: shown } = await ours.buyer.get(`/api/v1/products/${product.id}`)
  const categories = (await ours.buyer.get('/api/v1/categories?limit=2')).body.data
  const given = {
    name: 'Whole',
    position: 3,
    conditions: {
      categoryIds: categories.map((each: { id: string }) => each.id),
      glAccounts: Array.from({ length: 100 }, (_, at) => String(at).padStart(100, '0')),
      projects: ['P-1', 'P-2'],
      requesterIds: [boss.actor.id],
      supplierIds: [product.supplierCompanyId],
      firstOrderFromSupplier: true,
      offContract: true,
      freeTextLines: true,
    },
    steps: [
      { mode: 'ANY', role: 'approver' },
      { mode: 'ALL', people: [boss.actor.id] },
    ],
    timeoutHours: 72,
  }
  const { id } = (await ours.admin.post('/api/v1/approval-rules', given)).body.data
  const admin = await aBrowser('company_admin')
  const page = await admin.get(`${path}/${id}`)
  expect(page.html).toContain(`At least one line is from ${shown.data.supplier.name}.`)
  expect(page.html).toContain(`The person who orders is ${bossName}.`)
  await admin.submit(`${path}/${id}`, formOf(page.html))
  expect((await ours.admin.get(`/api/v1/approval-rules/${id}`)).body.data).toEqual({ id, ...given })
  await ours.admin.delete(`/api/v1/approval-rules/${id}`)
})

it('a refused rule is shown again with what was typed, and nobody else sees the pages', async () => {
  const admin = await aBrowser('company_admin')
  const empty = await admin.get(`${path}/new`)
  const form = { formToken: fieldOf(empty, 'formToken'), name: 'Nobody', step: 'save' }
  const noApprover = await admin.submit(path, { ...form, 'step1.mode': 'ANY' })
  expect(noApprover.status).toBe(400)
  const wrong = {
    ...form,
    amount: '0',
    currency: 'EUR',
    'step1.mode': 'ANY',
    'step1.role': 'approver',
  }
  const refused = await admin.submit(path, wrong)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('The amount is not valid.')
  expect(refused.html).toContain('value="Nobody"')
  expect((await ours.admin.get('/api/v1/approval-rules')).body.data.rules).toEqual([])

  const buyer = await aBrowser('buyer')
  expect((await buyer.get('/account')).html).not.toContain(path)
  for (const address of [path, `${path}/new`, `${path}/apr_none`]) {
    expect((await buyer.get(address)).status, address).toBe(404)
  }
})

/** What a browser sends of the first form with fields of a rule: values, chosen options and ticked boxes. */
function formOf(html: string): Record<string, string> {
  const form = /<form[^>]*aria-label="Save the rule">([\s\S]*?)<\/form>/.exec(html)?.[1] ?? ''
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const attributeOf = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1]
  const typed = inputs
    .filter((tag) => !tag.includes('type="checkbox"') || tag.includes(' checked'))
    .map((tag) => [attributeOf(tag, ' name') ?? '', attributeOf(tag, ' value') ?? ''])
  const chosen = [...form.matchAll(/<select[^>]*name="([^"]+)">([\s\S]*?)<\/select>/g)].map(
    ([, name = '', options = '']) => [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  )
  return { ...Object.fromEntries([...typed, ...chosen]), step: 'save' }
}

async function aBrowser(role: 'company_admin' | 'buyer'): Promise<AccountBrowser> {
  const person: APerson = await aPerson(database, { companyId: ours.companyId, role })
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn(person)
  return browser
}
