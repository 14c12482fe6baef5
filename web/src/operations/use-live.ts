import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Incident, Surface } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { incidentsKey, surfaceKey } from './reading-keys.ts'

const address = '/admin/operations/stream?locale='
/** The server sends a reading every 5 seconds. After this silence, the page polls. */
const silenceMs = 12_000
/** After a refusal the page polls, and tries the stream again. */
const againMs = 30_000

type Reading = { readonly surface: Surface; readonly incidents: Incident[] }

/**
 * Puts each reading that the server sends into the cache of the queries. Returns whether readings arrive: while they
 * do not, the queries poll, and they also learn why.
 */
export function useLive(): boolean {
  const queries = useQueryClient()
  const { language } = useWords()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    let silence: number | undefined
    let again: number | undefined
    let source: EventSource | undefined
    const lose = () => {
      window.clearTimeout(silence)
      setLive(false)
    }
    const open = () => {
      source = new EventSource(address + language)
      source.addEventListener('reading', ({ data }: MessageEvent<string>) => {
        const { surface, incidents } = JSON.parse(data) as Reading
        queries.setQueryData(surfaceKey, surface)
        queries.setQueryData(incidentsKey, incidents)
        window.clearTimeout(silence)
        silence = window.setTimeout(lose, silenceMs)
        setLive(true)
      })
      source.addEventListener('error', () => {
        lose()
        // A lost connection is opened again by the browser, a refused one is not.
        if (source?.readyState === EventSource.CLOSED) again = window.setTimeout(open, againMs)
      })
    }
    const close = () => {
      source?.close()
      window.clearTimeout(again)
      lose()
    }
    // A browser opens few connections to a server at once, and windows that nobody sees must not take them all.
    const onSeen = () => (document.hidden ? close() : open())
    if (!document.hidden) open()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      close()
    }
  }, [queries, language])
  return isLive
}
