import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { anAdvertiser, campaignsUrl, draftOf } from './advertised.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform

describe('campaigns', () => {
  it('are created, read, listed and changed by the supplier that pays', async () => {
    const { supplier, product, campaign } = await anAdvertiser(world, {
      campaign: { keywords: ['hexagon bolt', ' hexagon bolt '], countries: ['de'] },
    })

    expect(campaign).toMatchObject({
      supplierId: supplier.id,
      version: 1,
      state: 'ACTIVE',
      bidPerClick: { amount: '0.80', currency: 'EUR' },
      productIds: [product.id],
      keywords: ['hexagon bolt'],
      countries: ['DE'],
      timeZone: 'UTC',
      landingUrl: null,
    })
    const url = `${campaignsUrl}/${campaign.id}`
    const changed = await supplier.admin.patch(url, {
      expectedVersion: 1,
      state: 'PAUSED',
      bidPerClick: { amount: '1.20', currency: 'EUR' },
    })
    expect(changed.body.data).toMatchObject({
      version: 2,
      state: 'PAUSED',
      bidPerClick: { amount: '1.20', currency: 'EUR' },
    })
    expect((await supplier.admin.get(url)).body.data).toEqual(changed.body.data)
    const listed = await supplier.admin.get(`${campaignsUrl}?state=PAUSED`)
    expect(listed.body.data).toEqual([changed.body.data])
  })

  it('refuse a change of a version that is not the current one', async () => {
    const { supplier, campaign } = await anAdvertiser(world)
    const url = `${campaignsUrl}/${campaign.id}`
    await supplier.admin.patch(url, { expectedVersion: 1, name: 'Summer' })

    const late = await supplier.admin.patch(url, { expectedVersion: 1, name: 'Autumn' })

    expect([late.status, late.body.meta.code]).toEqual([409, 'ads.version_conflict'])
    expect(late.body.meta.details).toEqual({ expected: 1, current: 2 })
    expect((await supplier.admin.get(url)).body.data.name).toBe('Summer')
  })

  it.each([
    ['a bid of nothing', { bidPerClick: { amount: '0', currency: 'EUR' } }, 'amount_invalid'],
    [
      'an absurd bid',
      { bidPerClick: { amount: '1000000000000', currency: 'EUR' } },
      'amount_invalid',
    ],
    [
      'an absurd budget',
      { budgetPerDay: { amount: '1000000000000', currency: 'EUR' } },
      'amount_invalid',
    ],
    ['no budget', { budgetPerDay: { amount: '0.00', currency: 'EUR' } }, 'amount_invalid'],
    ['part of a cent', { bidPerClick: { amount: '0.805', currency: 'EUR' } }, 'amount_invalid'],
    [
      'a budget below the bid',
      { budgetPerDay: { amount: '0.50', currency: 'EUR' } },
      'budget_below_bid',
    ],
    [
      'another currency',
      { bidPerClick: { amount: '1.00', currency: 'USD' } },
      'currency_not_billed',
    ],
    ['no products', { productIds: [] }, 'products_required'],
    ['a category that is not there', { categoryIds: ['cat_nowhere'] }, 'categories_unknown'],
    ['a country that is not there', { countries: ['QQ'] }, 'country_unknown'],
    ['an address with a script', { landingUrl: 'javascript:alert(1)' }, 'landing_url_invalid'],
    [
      'an address with a password',
      { landingUrl: 'https://a:b@shop.example' },
      'landing_url_invalid',
    ],
    ['a zone that is not there', { timeZone: 'Mars/Olympus' }, 'time_zone_unknown'],
    [
      'an end before the start',
      { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
      'period_invalid',
    ],
  ])('are refused with %s', async (_what, over, code) => {
    const supplier = await aSupplier(world)
    const { id } = await aProduct(database, { supplierCompanyId: supplier.id })

    const { status, body } = await supplier.admin.post(campaignsUrl, draftOf(id, over))

    expect([status, body.meta.code]).toEqual([422, `ads.${code}`])
  })

  it('cannot contain products of another supplier, also not after a change', async () => {
    const { supplier, campaign } = await anAdvertiser(world)
    const foreign = await anAdvertiser(world)

    const created = await supplier.admin.post(campaignsUrl, draftOf(foreign.product.id))
    const changed = await supplier.admin.patch(`${campaignsUrl}/${campaign.id}`, {
      expectedVersion: 1,
      productIds: [foreign.product.id],
    })

    for (const { status, body } of [created, changed]) {
      expect([status, body.meta.code]).toEqual([422, 'ads.products_not_owned'])
      expect(body.meta.details).toEqual({ productIds: [foreign.product.id] })
    }
  })

  it('of others do not exist, and a company that sells nothing has none', async () => {
    const { supplier, campaign, product } = await anAdvertiser(world)
    const other = await aSupplier(world)
    const buyers = await world.company()
    const url = `${campaignsUrl}/${campaign.id}`

    expect((await other.admin.get(url)).status).toBe(404)
    expect((await other.admin.patch(url, { expectedVersion: 1, name: 'Mine' })).status).toBe(404)
    expect((await other.admin.delete(url)).status).toBe(404)
    expect((await other.admin.get(campaignsUrl)).body.data).toEqual([])
    const selling = await buyers.admin.post(campaignsUrl, draftOf(product.id))
    expect(selling.body.meta.code).toBe('catalog.supplier_required')
    expect((await buyers.buyer.post(campaignsUrl, draftOf(product.id))).status).toBe(403)
    expect((await buyers.integration.get(campaignsUrl)).status).toBe(403)
    const operator = await world.operator()
    expect((await operator.get(url)).body.data.supplierId).toBe(supplier.id)
  })

  it('stay ended, and only a draft is deleted', async () => {
    const { supplier, campaign, product } = await anAdvertiser(world)
    const url = `${campaignsUrl}/${campaign.id}`
    expect((await supplier.admin.delete(url)).body.meta.code).toBe('ads.campaign_not_draft')
    const backward = await supplier.admin.patch(url, { expectedVersion: 1, state: 'DRAFT' })
    expect(backward.body.meta.code).toBe('ads.state_not_possible')
    await supplier.admin.patch(url, { expectedVersion: 1, state: 'ENDED' })

    const revived = await supplier.admin.patch(url, { expectedVersion: 2, state: 'ACTIVE' })
    expect(revived.body.meta.code).toBe('ads.campaign_ended')
    const draft = await supplier.admin.post(campaignsUrl, draftOf(product.id))
    const draftUrl = `${campaignsUrl}/${draft.body.data.id}`
    expect((await supplier.admin.delete(draftUrl)).status).toBe(200)
    expect((await supplier.admin.get(draftUrl)).status).toBe(404)
  })
})
