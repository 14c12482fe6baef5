import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import { findChromium } from './chromium.ts'
import * as stuck from './stuck-work.ts'
import { attack, usePages } from './use-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('an operator', () => {
  const pages = usePages(chromium as string)

  const anIncident = () => {
    const { platform, modules } = pages.service.world.parts
    return platform.database.transaction((tx) =>
      modules.incidents.notify(tx, {
        key: 'payments.reconciliation-mismatch',
        severity: 'warning',
        summary: attack,
        details: { companyId: pages.service.ours.companyId, text: attack },
        dedupeKey: 'of these pages',
        now: new Date(),
      }),
    )
  }

  it('silences an incident with a reason, and resolves it', async () => {
    const { id } = await anIncident()
    const { page } = pages
    await pages.signInAt(`/admin/find?q=${id}`)
    await page.getByRole('heading', { name: `Incident ${id}` }).waitFor()
    await page.getByRole('button', { name: `Silence ${id}` }).click()
    await page.getByLabel('How long').selectOption('Four hours')
    await page.getByLabel('Reason').fill(attack)
    await page.getByRole('button', { name: 'Save it' }).click()
    await page.getByText('Silenced', { exact: true }).waitFor()
    await pages.inspect('incident')
    await page.getByRole('button', { name: `Resolve ${id}` }).click()
    await page.getByLabel('How it was resolved').fill('Booked by hand.')
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page.getByText('Resolved', { exact: true }).waitFor()
    const { body } = await pages.service.operator.get(`/notifications/incidents/${id}`)
    expect(body.data).toMatchObject({ status: 'resolved', silenced: { note: attack } })
  })

  it('reads a run, and decides on several dead letters at once', async () => {
    const { ours, world, operator } = pages.service
    const { page } = pages
    const automationId = await stuck.anAutomationOf(ours.admin)
    const { database } = world.parts.platform
    const aRun = () =>
      stuck.anAutomationRun(database, ours.companyId, automationId, 'DEAD_LETTERED')
    const [one, other] = [await aRun(), await aRun()]
    await pages.signInAt(`/admin/records/${one}`)
    await page.getByRole('heading', { name: `Automation run ${one}` }).waitFor()
    await page.getByRole('button', { name: `Decide on ${one}` }).waitFor()
    await pages.inspect('run')
    await pages.goTo('/admin/automations')
    await page.getByLabel(`Choose ${one}`).check()
    await page.getByLabel(`Choose ${other}`).check()
    await page.getByRole('button', { name: 'Decide on 2 dead letters' }).click()
    await page.getByLabel('Handled by hand').check()
    await page.getByLabel('Note').fill(attack)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('2 decisions are recorded.').waitFor()
    const { body } = await operator.get('/admin/automations/dead-letters?outcome=handled_manually')
    const ids = body.data.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining([one, other]))
  })

  it('follows an id to the page of an automation, pauses it with a reason, and resumes it', async () => {
    const { ours, world, operator } = pages.service
    const { page } = pages
    const automationId = await stuck.anAutomationOf(ours.admin)
    const { database } = world.parts.platform
    const runId = await stuck.anAutomationRun(database, ours.companyId, automationId, 'HELD')
    await pages.signInAt(`/admin/records/${runId}`)
    await page.getByRole('link', { name: 'Tell the warehouse' }).first().click()
    await page.getByRole('heading', { name: `Automation ${automationId}` }).waitFor()
    await page.getByText('Notifies the administrators').waitFor()
    await page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: runId }).waitFor()
    await page.getByRole('button', { name: `Release the held runs of ${automationId}` }).click()
    await page.getByRole('button', { name: 'Release one held run' }).click()
    await page.getByRole('button', { name: /^Release/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause the automation Tell the warehouse' }).click()
    await page.getByRole('button', { name: 'Pause it' }).click()
    await page.getByText('Say why: the audit log of the company keeps it.').waitFor()
    await page.getByLabel('Reason').fill(attack)
    await page.getByRole('button', { name: 'Pause it' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await pages.inspect('automation')
    const audit = await operator.get(`/admin/audit?target=${automationId}`)
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        companyId: ours.companyId,
        details: expect.objectContaining({ state: 'PAUSED', note: attack }),
      }),
    )
    await page.getByRole('button', { name: 'Resume the automation Tell the warehouse' }).click()
    await page.getByLabel('Reason').fill('The receiver is up.')
    await page.getByRole('button', { name: 'Resume it' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
  })

  it('adds a shipping method of the platform, and changes it', async () => {
    const { page } = pages
    await pages.signInAt('/admin/settings/shipping')
    await page.getByRole('button', { name: 'Add a shipping method' }).click()
    await page.getByRole('textbox', { name: 'Method' }).fill(attack)
    await page.getByRole('textbox', { name: 'Countries' }).fill('de, at')
    await page.getByRole('textbox', { name: 'Shipping cost' }).fill('0: 6,90; 250: 0')
    await page.getByRole('button', { name: 'Save the shipping method' }).click()
    await page.getByText('Enter the days until delivery.').waitFor()
    await page.getByRole('spinbutton', { name: 'Days' }).fill('2')
    await page.getByRole('button', { name: 'Save the shipping method' }).click()
    const row = page.getByRole('row').filter({ hasText: attack })
    await row.getByText('from 250.00: 0.00 EUR').waitFor()
    await page.getByRole('button', { name: `Change the shipping method ${attack}` }).click()
    await page.getByRole('spinbutton', { name: 'Days' }).fill('5')
    await page.getByRole('button', { name: 'Save the shipping method' }).click()
    await row.getByText('5', { exact: true }).waitFor()
    await pages.inspect('shipping')
  })

  it('reads a product, and sets its tax class', async () => {
    const { database } = pages.service.world.parts.platform
    const { id } = await aProduct(database, { name: attack, description: attack })
    const { page } = pages
    await pages.signInAt(`/admin/records/${id}`)
    await page.getByText(attack).first().waitFor()
    await page.getByRole('button', { name: `Set the tax class of ${id}` }).click()
    await page.getByLabel('Tax class').selectOption('Reduced')
    await page.getByRole('button', { name: 'Save the tax class' }).click()
    await page.getByRole('button', { name: `Set the tax class of ${id}` }).waitFor()
    await pages.inspect('product')
  })

  it('imports a catalogue file, and sees its progress and each problem', async () => {
    const { operator, world } = pages.service
    const supplierId = await aCompany(world.parts.platform.database, { supplier: true })
    const { page } = pages
    await pages.signInAt(`/admin/records/${supplierId}`)
    await page.getByRole('button', { name: 'Import a catalogue file' }).click()
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('Choose a file.').waitFor()
    const lines = ['sku;name;price', 'A-1;Bolt;0,12 EUR', `${'<b>'.repeat(3)};Nut;cheap`]
    await page.getByLabel('File (CSV').setInputFiles({
      name: 'catalogue.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    })
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByRole('heading', { name: /^Import imp_/ }).waitFor()
    await page.getByText('Completed with errors').first().waitFor()
    const problems = page.getByRole('table', { name: 'Problems' })
    await problems.getByText('<b><b><b>').waitFor()
    await pages.inspect('import')
    await pages.goTo('/admin/settings/imports')
    const supplier = await operator.get(`/admin/companies/${supplierId}`)
    await page.getByRole('link', { name: supplier.body.data.name }).first().waitFor()
    await pages.inspect('imports')
  })

  it('creates a company and finds it in the audit log', async () => {
    const { page } = pages
    await pages.signInAt('/admin/find')
    await page.getByRole('button', { name: 'Create a company' }).click()
    await page.getByRole('button', { name: 'Create it' }).click()
    await page.getByText('Enter a country, such as DE.').waitFor()
    await page.getByLabel('Name').fill('Kabelwerk Nord')
    await page.getByLabel('Country, such as DE').fill('de')
    await page.getByRole('button', { name: 'Create it' }).click()
    await page.getByRole('heading', { name: 'Kabelwerk Nord' }).waitFor()
    const companyId = page.url().split('/').at(-1) ?? ''
    await pages.goTo('/admin/settings/audit')
    await page.getByLabel('Id of the record').fill(companyId)
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await page.getByRole('table').getByText('Company created').waitFor()
    await pages.inspect('audit')
    await page.reload()
    await page.getByRole('table').getByText('Company created').waitFor()
    expect(await page.getByLabel('Id of the record').inputValue()).toBe(companyId)
    await pages.goTo(`/admin/settings/audit?target=${companyId}`)
    await page.getByRole('table').getByText('Company created').waitFor()
    expect(await page.getByLabel('Id of the record').inputValue()).toBe(companyId)
  })

  it('corrects a tax rate, and takes the correction back', async () => {
    const { page } = pages
    await pages.signInAt('/admin/settings/taxes')
    await page.getByRole('button', { name: 'Correct a rate' }).click()
    await page.getByLabel('Country').fill('de')
    await page.getByLabel('Rate in percent').fill('19,5')
    await page.getByLabel('Valid from').fill('2030-01-01')
    await page.getByLabel('Source of the rate').fill(attack)
    await page.getByRole('button', { name: 'Save the rate' }).click()
    const corrections = page.getByRole('table', { name: 'Corrections by operators' })
    await corrections.getByText(attack).waitFor()
    await pages.inspect('taxes')
    await page.getByRole('button', { name: 'Delete the correction for DE, 19.5 %' }).click()
    await page.getByRole('button', { name: 'Delete it: the rate of the service' }).click()
    await page.getByText('The rates of the service apply everywhere.').waitFor()
  })

  it('decides which prices hold for a unit, and what the unit sees', async () => {
    const { world, operator, ours } = pages.service
    const { page } = pages
    const { database } = world.parts.platform
    const supplierId = await aCompany(database, { supplier: true })
    const unit = { name: 'Plant', kind: 'SITE' }
    const { id: unitId } = (await ours.admin.post('/api/v1/company/units', unit)).body.data
    const list = { supplierId, name: 'Prices of a plant', currency: 'EUR' }
    const assigned = { ...list, companyIds: [ours.companyId] }
    const { id } = (await operator.post('/api/v1/price-lists', assigned)).body.data
    await pages.signInAt('/admin/settings/prices')
    const unitOf = async () => (await operator.get(`/api/v1/price-lists/${id}`)).body.data.unitId
    const setUnit = async (text: string) => {
      await page.getByRole('button', { name: 'Set the unit of Prices of a plant' }).click()
      await page.getByLabel('Id of a unit').fill(text)
      await page.getByRole('button', { name: 'Save the unit' }).click()
    }
    await setUnit('unt_00000000000000000000000000')
    await page.getByText(/unit/, { exact: false }).and(page.getByRole('alert')).waitFor()
    await page.getByLabel('Id of a unit').fill(unitId)
    await page.getByRole('button', { name: 'Save the unit' }).click()
    await expect.poll(unitOf).toBe(unitId)
    await setUnit('')
    await expect.poll(unitOf).toBeUndefined()

    await pages.goTo('/admin/settings/assortments')
    await page.getByRole('button', { name: 'Add an assortment' }).click()
    await page.getByLabel('Name').fill(attack)
    await page.getByLabel('Companies').fill(ours.companyId)
    await page.getByLabel('Id of a unit').fill(unitId)
    await page.getByLabel('Never these').fill(`${supplierId}\nAcme & Sons`)
    await page.getByRole('button', { name: 'Save the assortment' }).click()
    await page.getByRole('button', { name: `Change the assortment ${attack}` }).click()
    const assortments = async () =>
      (await operator.get(`/api/v1/assortments?unitId=${unitId}`)).body.data
    expect(await assortments()).toMatchObject([
      {
        companyIds: [ours.companyId],
        excluded: { suppliers: [supplierId], brands: ['Acme & Sons'] },
      },
    ])
    await page.getByLabel('Only these').fill('Acme & Sons')
    await page.getByLabel('Never these').fill(supplierId)
    await page.getByRole('button', { name: 'Save the assortment' }).click()
    await expect
      .poll(assortments)
      .toMatchObject([{ unitId, included: { brands: ['Acme & Sons'] }, excluded: { brands: [] } }])
    await pages.inspect('assortments')
    await page.getByRole('button', { name: `Delete the assortment ${attack}` }).click()
    await page.getByRole('button', { name: /^Delete it: its companies/ }).click()
    await expect.poll(assortments).toEqual([])
  })

  it('changes a price, a limit of language models, and pauses nothing by accident', async () => {
    const { world, operator } = pages.service
    const { page } = pages
    const { database } = world.parts.platform
    const supplierId = await aCompany(database, { supplier: true })
    const { id: productId } = await aProduct(database, { supplierCompanyId: supplierId })
    const list = { supplierId, name: attack, currency: 'EUR' }
    const { id } = (await operator.post('/api/v1/price-lists', list)).body.data
    await pages.signInAt('/admin/settings/prices')
    await page.getByRole('button', { name: `Change a price of ${attack}` }).click()
    await page.getByLabel('Id of a product').fill(productId)
    await page.getByLabel('Unit price').fill('1,25')
    await page.getByRole('button', { name: 'Save the price' }).click()
    await page.getByRole('button', { name: `Change a price of ${attack}` }).waitFor()
    const { body } = await operator.get(`/api/v1/price-lists/${id}/entries`)
    expect(body.data).toMatchObject([{ productId, unitPrice: { amount: '1.25' } }])
    await pages.inspect('prices')

    await pages.goTo('/admin/settings/models')
    await page.getByRole('button', { name: 'Set a limit' }).click()
    const limited = { name: 'Limited Tools GmbH', currency: 'EUR', country: 'DE' }
    const { id: limitedId } = (await operator.post('/admin/companies', limited)).body.data
    await page.getByLabel('Company').last().fill('Limited Tools')
    const offered = `datalist option[value="${limited.name} (${limitedId})"]`
    await page.locator(offered).waitFor({ state: 'attached' })
    await page.getByLabel('Company').last().fill(limited.name)
    await page.getByLabel('Model family').fill('gpt-5')
    await page.getByLabel('Tokens in a day').fill('5000')
    await page.getByRole('button', { name: 'Save the limit' }).click()
    const limit = page.getByRole('row').filter({ hasText: '5,000' })
    await limit.getByRole('link', { name: limited.name }).waitFor()
    await pages.inspect('models')
    await pages.goTo('/admin/settings/ads')
    await page.locator('main h1').waitFor()
    await pages.inspect('ads')
  })
})
