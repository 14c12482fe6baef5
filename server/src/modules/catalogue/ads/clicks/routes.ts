import { Type } from 'typebox'
import { type Http, list, PageQuery, Refusal, type Routes } from '#platform/http'
import { currentRequest } from '#platform/request-context'
import { verdicts } from './click.ts'
import { ClickView } from './click-view.ts'
import type { Clicks } from './service.ts'

const tags = ['Ads']

export function clicksRoutes(clicks: Clicks): Routes {
  return async (http) => {
    addFollowing(http, clicks)
    addListing(http, clicks)
  }
}

function addFollowing(http: Http, clicks: Clicks): void {
  http.route({
    method: 'GET',
    url: '/api/v1/ads/clicks/:click',
    config: { access: 'public', fails: ['ads.click_not_ours'] },
    schema: {
      operationId: 'followAd',
      summary: 'Follow a sponsored place',
      description:
        'Redirects to the address of the campaign, by default to the product, and charges the click once. An expired link redirects too and costs nothing.',
      tags,
      params: Type.Object({ click: Type.String({ maxLength: 1_000 }) }),
      response: {
        302: { description: 'The target, in the header `location`.' },
        '4xx': Refusal,
        '5xx': Refusal,
      },
    },
    handler: async (request, reply) => {
      const { params, headers, method } = request
      const network = currentRequest()?.address
      const target = await clicks.follow(params.click, { headers, method, network })
      reply.header('cache-control', 'no-store')
      reply.header('referrer-policy', 'no-referrer')
      return reply.redirect(target, 302) as never
    },
  })
}

function addListing(http: Http, clicks: Clicks): void {
  http.route({
    method: 'GET',
    url: '/api/v1/ads/campaigns/:campaignId/clicks',
    config: {
      access: 'supplier_admin',
      fails: ['ads.campaign_not_found', 'catalog.supplier_required'],
    },
    schema: {
      operationId: 'listAdClicks',
      summary: 'List clicks of a campaign',
      description: 'Newest first, with the verdict of each.',
      tags,
      params: Type.Object({ campaignId: Type.String({ maxLength: 64 }) }),
      querystring: Type.Object({
        ...PageQuery.properties,
        verdict: Type.Optional(Type.Enum([...verdicts])),
      }),
      response: list(ClickView),
    },
    handler: async ({ actor, params, query: { verdict }, page }) => {
      const before = page.after(Type.String())
      const filter = { verdict, before, limit: page.probe }
      const found = await clicks.list(actor, params.campaignId, filter)
      return page.answer(found, clicks.view, ({ id }) => id)
    },
  })
}
