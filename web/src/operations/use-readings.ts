import { useQuery } from '@tanstack/react-query'
import { getFiringIncidents, getOperations } from '../api.ts'
import type { Incident, Surface } from '../api-types.ts'
import { incidentsKey, surfaceKey } from './reading-keys.ts'
import { useLive } from './use-live.ts'

const everyMs = 5_000

export type Readings = {
  readonly surface: Surface | undefined
  readonly incidents: readonly Incident[]
  /** When the newest readings arrived in this browser. */
  readonly readAt: number
  /** True: the server sends them. False: the page polls. */
  readonly isLive: boolean
  /** The error of the last attempt. Older readings may still be present. */
  readonly error: Error | null
  readonly retry: () => void
}

export function useReadings(): Readings {
  const isLive = useLive()
  const refetchInterval = isLive ? false : everyMs
  const surface = useQuery({
    queryKey: surfaceKey,
    queryFn: ({ signal }) => getOperations(signal),
    refetchInterval,
  })
  const incidents = useQuery({
    queryKey: incidentsKey,
    queryFn: ({ signal }) => getFiringIncidents(signal),
    refetchInterval,
  })
  return {
    surface: surface.data,
    incidents: incidents.data ?? [],
    readAt: surface.dataUpdatedAt,
    isLive,
    error: surface.error ?? incidents.error,
    retry: () => {
      void surface.refetch()
      void incidents.refetch()
    },
  }
}
