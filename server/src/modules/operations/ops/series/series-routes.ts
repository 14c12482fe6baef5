import { Type } from 'typebox'
import { record } from '#kernel/record'
import { after, type Clock, hoursMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Probe } from '#platform/health'
import { answers, ok, type Routes } from '#platform/http'
import { listSamples } from './sample-store.ts'

type Deps = {
  readonly database: Database
  readonly probes: readonly Probe[]
  readonly now: Clock
}

const SeriesView = record(
  'SectionSeries',
  'The figure that stands for a section of the health surfaces, over the last 24 hours.',
  {
    section: Type.String(),
    metric: Type.String({ description: 'A name in `metrics` of the section.' }),
    points: Type.Array(
      record('SectionSample', 'The highest value in a quarter of an hour.', {
        at: Type.String({ format: 'date-time', description: 'When the quarter began.' }),
        value: Type.Number(),
      }),
    ),
  },
)

/** The sparklines of the dashboard. */
export function seriesRoutes({ database, probes, now }: Deps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/operations/series',
      config: { access: 'operator' },
      schema: {
        operationId: 'listSectionSeries',
        summary: 'List the last day of each section',
        description:
          'Each section of `/health/ops` with the figure that stands for it, sampled every minute by the workers. A quarter of an hour has its highest value. A quarter without a sample is missing.',
        tags: ['Operations'],
        response: answers(Type.Array(SeriesView), {
          examples: [
            [
              {
                section: 'webhooks',
                metric: 'pending',
                points: [
                  { at: '2026-01-02T03:00:00.000Z', value: 4 },
                  { at: '2026-01-02T03:15:00.000Z', value: 0 },
                ],
              },
            ],
          ],
        }),
      },
      handler: async () => {
        const samples = await listSamples(database.pool, after(now(), -hoursMs(24)))
        const byFigure = Map.groupBy(samples, ({ section, metric }) => `${section}/${metric}`)
        return ok(
          probes.flatMap(({ name: section, headline: metric }) => {
            if (metric === undefined) return []
            const points = (byFigure.get(`${section}/${metric}`) ?? []).map(
              ({ startsAt, value }) => ({ at: startsAt.toISOString(), value }),
            )
            return [{ section, metric, points }]
          }),
        )
      },
    })
  }
}
