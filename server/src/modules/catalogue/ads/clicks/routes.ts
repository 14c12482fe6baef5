import { Type } from 'typebox'
import { type Http, Refusal, type Routes } from '#platform/http'
import { currentRequest } from '#platform/request-context'
import type { Clicks } from './service.ts'

const tags = ['Ads']

export function clicksRoutes(clicks: Clicks): Routes {
  return async (http) => {
    addFollowing(http, clicks)
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
        'Redirects to the address of the campaign, by default to the product (a browser to its page, a program to its record), and charges the click once. An expired link redirects too and costs nothing.',
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
