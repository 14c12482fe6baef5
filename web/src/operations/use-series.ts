import { useQuery } from '@tanstack/react-query'
import { listSeries } from '../api.ts'
import type { SectionSeries } from '../api-types.ts'

/** The workers sample every minute, and a point is a quarter of an hour. */
const everyMs = 120_000

/** The last day of each section, by its name. Without it the page has all its figures, and no sparkline. */
export function useSeries(): ReadonlyMap<string, SectionSeries> {
  const { data } = useQuery({
    queryKey: ['series'],
    queryFn: ({ signal }) => listSeries(signal),
    refetchInterval: everyMs,
    select: byName,
  })
  return data ?? none
}

const none: ReadonlyMap<string, SectionSeries> = new Map()

function byName(series: readonly SectionSeries[]): ReadonlyMap<string, SectionSeries> {
  return new Map(series.map((one) => [one.section, one]))
}
