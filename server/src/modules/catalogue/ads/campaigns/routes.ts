import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import {
  CampaignBody,
  CampaignChangeBody,
  CampaignParams,
  CampaignView,
  viewCampaign,
} from './schemas.ts'
import type { Campaigns } from './service.ts'

const tags = ['Ads']
const access = 'supplier_admin'
const url = '/api/v1/ads/campaigns'

const refusedFields = [
  'ads.amount_invalid',
  'ads.currency_not_billed',
  'ads.budget_below_bid',
  'ads.products_required',
  'ads.products_not_owned',
  'ads.categories_unknown',
  'ads.country_unknown',
  'ads.landing_url_invalid',
  'ads.time_zone_unknown',
  'ads.period_invalid',
] as const

export function campaignsRoutes(campaigns: Campaigns): Routes {
  return async (http) => {
    addCreating(http, campaigns)
    addReading(http, campaigns)
    addChanging(http, campaigns)
  }
}

function addCreating(http: Http, campaigns: Campaigns): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access,
      fails: [
        ...refusedFields,
        'ads.campaigns_limit_reached',
        'catalog.supplier_required',
        'catalog.supplier_unknown',
      ],
    },
    schema: {
      operationId: 'createCampaign',
      summary: 'Create a campaign',
      description:
        'A campaign shows products of the supplier beside the results of a search, always labelled. The supplier pays per click, at most the bid, and at most the budget in a day.',
      tags,
      body: CampaignBody,
      response: answers(CampaignView, { status: 201 }),
    },
    handler: async ({ actor, body }, reply) => {
      const campaign = await campaigns.create(actor, body)
      reply.code(201)
      return ok(viewCampaign(campaign))
    },
  })
}

function addReading(http: Http, campaigns: Campaigns): void {
  http.route({
    method: 'GET',
    url: `${url}/:campaignId`,
    config: { access, fails: ['ads.campaign_not_found', 'catalog.supplier_required'] },
    schema: {
      operationId: 'getCampaign',
      summary: 'Get a campaign',
      description: 'Send its version with a change.',
      tags,
      params: CampaignParams,
      response: answers(CampaignView),
    },
    handler: async ({ actor, params }) =>
      ok(viewCampaign(await campaigns.get(actor, params.campaignId))),
  })
}

function addChanging(http: Http, campaigns: Campaigns): void {
  http.route({
    method: 'PATCH',
    url: `${url}/:campaignId`,
    config: {
      access,
      fails: [
        ...refusedFields,
        'ads.campaign_not_found',
        'ads.campaign_ended',
        'ads.state_not_possible',
        'ads.version_conflict',
        'catalog.supplier_required',
      ],
    },
    schema: {
      operationId: 'changeCampaign',
      summary: 'Change a campaign',
      description:
        'Also starts, pauses and ends it. A change applies to the searches that follow. Clicks on places shown before keep their price.',
      tags,
      params: CampaignParams,
      body: CampaignChangeBody,
      response: answers(CampaignView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewCampaign(await campaigns.change(actor, params.campaignId, body))),
  })

  http.route({
    method: 'DELETE',
    url: `${url}/:campaignId`,
    config: {
      access,
      fails: ['ads.campaign_not_found', 'ads.campaign_not_draft', 'catalog.supplier_required'],
    },
    schema: {
      operationId: 'deleteCampaign',
      summary: 'Delete a campaign',
      description: 'Only a draft. A campaign that was served keeps its report: end it instead.',
      tags,
      params: CampaignParams,
      response: answers(IdView, { examples: [{ id: 'cmp_01m7xb82dw3khw78phh28dvacd' }] }),
    },
    handler: async ({ actor, params }) => {
      await campaigns.remove(actor, params.campaignId)
      return ok({ id: params.campaignId })
    },
  })
}
