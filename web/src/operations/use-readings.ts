import { useQuery } from '@tanstack/react-query'
import { getFiringIncidents, getOperations } from '../api.ts'
import type { Incident, Surface } from '../api-types.ts'

const everyMs = 5_000

export type Readings = {
  readonly surface: Surface | undefined
  readonly incidents: readonly Incident[]
  /** When the newest readings arrived in this browser. */
  readonly readAt: number
  /** The error of the last attempt. Older readings may still be present. */
  readonly error: Error | null
  readonly retry: () => void
}

export function useReadings(): Readings {
  const surface = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => getOperations(signal),
    refetchInterval: everyMs,
  })
  const incidents = useQuery({
    queryKey: ['incidents'],
    queryFn: ({ signal }) => getFiringIncidents(signal),
    refetchInterval: everyMs,
  })
  return {
    surface: surface.data,
    incidents: incidents.data ?? [],
    readAt: surface.dataUpdatedAt,
    error: surface.error ?? incidents.error,
    retry: () => {
      void surface.refetch()
      void incidents.refetch()
    },
  }
}
