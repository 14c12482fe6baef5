import { answers, ok, type Routes } from '#platform/http'
import { ChangeSeriesBody, SeriesParams, SeriesView, SeveralSeriesView } from './schemas.ts'
import type { Numbering } from './service.ts'

const tags = ['Companies']

export function numberingRoutes(numbering: Numbering): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/company/number-series',
      config: { access: 'person', operatorsToo: true },
      schema: {
        operationId: 'listNumberSeries',
        summary: 'List the number series of your company',
        description:
          'A number is a prefix, the year in the time zone of your company, and at least six digits: `PO-2026-000123`. No number is used twice.',
        tags,
        response: answers(SeveralSeriesView),
      },
      handler: async ({ actor }) => ok({ series: await numbering.list(actor) }),
    })

    http.route({
      method: 'PATCH',
      url: '/api/v1/company/number-series/:kind',
      config: {
        access: 'company_admin',
        operatorsToo: true,
        fails: ['numbering.series_not_found', 'numbering.prefix_taken'],
      },
      schema: {
        operationId: 'changeNumberSeries',
        summary: 'Change a number series of your company',
        description:
          'Records that have a number keep it. The count goes on after a change of the prefix, and begins again each year.',
        tags,
        params: SeriesParams,
        body: ChangeSeriesBody,
        response: answers(SeriesView),
      },
      handler: async ({ actor, params, body }) =>
        ok(await numbering.change(actor, params.kind, body)),
    })
  }
}
