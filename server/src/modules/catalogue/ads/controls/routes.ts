import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Controls } from './control-store.ts'
import type { ViewerControls } from './service.ts'

const tags = ['Ads']
const url = '/api/v1/ads/controls'

export const ViewerId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[!-~]+$',
  description:
    'For integrations: your own id of the person who looks. Without it the whole integration is one viewer. People are always themselves.',
})

const ViewerQuery = Type.Object({ viewerId: Type.Optional(ViewerId) })

const HiddenAdvertisers = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 500,
  description: 'Ids of companies whose sponsored places the viewer does not want to see.',
})

const ControlsBody = record(
  'ChangeAdControls',
  'What a viewer wants to see. Absent fields do not change.',
  {
    optedOut: Type.Optional(Type.Boolean({ description: 'True: no sponsored places at all.' })),
    hiddenAdvertisers: Type.Optional(HiddenAdvertisers),
  },
  { minProperties: 1, examples: [{ optedOut: true }] },
)

const ControlsView = record(
  'AdControls',
  'What a viewer has chosen about sponsored places.',
  {
    optedOut: Type.Boolean(),
    hiddenAdvertisers: HiddenAdvertisers,
    companyOptedOut: Type.Boolean({
      description: 'True: the company shows no sponsored places to anybody.',
    }),
  },
  {
    examples: [
      {
        optedOut: false,
        hiddenAdvertisers: ['co_01m7x9r5n2b4j6h8f0d2s4a6p8'],
        companyOptedOut: false,
      },
    ],
  },
)

const CompanyControlsBody = record(
  'ChangeCompanyAdControls',
  'Whether the people of the company see sponsored places.',
  { sponsored: Type.Boolean() },
  { examples: [{ sponsored: false }] },
)

const CompanyControlsView = record(
  'CompanyAdControls',
  'Whether the people and integrations of the company see sponsored places.',
  { sponsored: Type.Boolean() },
  { examples: [{ sponsored: true }] },
)

export function controlsRoutes(controls: ViewerControls): Routes {
  return async (http) => {
    addViewer(http, controls)
    addCompany(http, controls)
  }
}

function addViewer(http: Http, controls: ViewerControls): void {
  http.route({
    method: 'GET',
    url,
    config: { access: 'products:read' },
    schema: {
      operationId: 'getAdControls',
      summary: 'Get ad controls',
      description: 'What the viewer has chosen about sponsored places.',
      tags,
      querystring: ViewerQuery,
      response: answers(ControlsView),
    },
    handler: async ({ actor, query }) =>
      ok(viewControls(await controls.read(actor, query.viewerId))),
  })

  http.route({
    method: 'PUT',
    url,
    config: { access: 'products:read', fails: ['ads.hidden_advertisers_unknown'] },
    schema: {
      operationId: 'changeAdControls',
      summary: 'Change ad controls',
      description:
        'The viewer sees no sponsored places any more, or none of some advertisers. Counts in every process within 30 seconds.',
      tags,
      querystring: ViewerQuery,
      body: ControlsBody,
      response: answers(ControlsView),
    },
    handler: async ({ actor, query, body: { optedOut, hiddenAdvertisers: hidden } }) =>
      ok(viewControls(await controls.change(actor, query.viewerId, { optedOut, hidden }))),
  })
}

function addCompany(http: Http, controls: ViewerControls): void {
  http.route({
    method: 'GET',
    url: `${url}/company`,
    config: { access: 'company_admin' },
    schema: {
      operationId: 'getCompanyAdControls',
      summary: 'Get ad controls of the company',
      description: 'Whether the company shows sponsored places to its people.',
      tags,
      response: answers(CompanyControlsView),
    },
    handler: async ({ actor }) => ok(await controls.readCompany(actor)),
  })

  http.route({
    method: 'PUT',
    url: `${url}/company`,
    config: { access: 'company_admin' },
    schema: {
      operationId: 'changeCompanyAdControls',
      summary: 'Change ad controls of the company',
      description: 'Switches sponsored places off or on for everybody in the company.',
      tags,
      body: CompanyControlsBody,
      response: answers(CompanyControlsView),
    },
    handler: async ({ actor, body }) => ok(await controls.changeCompany(actor, body.sponsored)),
  })
}

function viewControls({ optedOut, hidden, companyOff }: Controls): Static<typeof ControlsView> {
  return { optedOut, hiddenAdvertisers: [...hidden], companyOptedOut: companyOff }
}
