import { useQuery } from '@tanstack/react-query'
import { getOperations } from '../api.ts'
import { useWords } from '../language/use-words.ts'
import { mattersOf } from './attention.ts'
import { Matters } from './matters.tsx'
import { surfaceKey } from './reading-keys.ts'

const everyMs = 30_000

/** The problems of one section, above the list of its records. Nothing while there are none. */
export function SectionMatters({
  section,
  now,
}: {
  readonly section: string
  readonly now: number
}) {
  const words = useWords()
  const { data: surface } = useQuery({
    queryKey: surfaceKey,
    queryFn: ({ signal }) => getOperations(signal),
    refetchInterval: everyMs,
  })
  if (!surface) return null
  const area = { shows: (name: string) => name === section, concerns: () => false, whole: false }
  const matters = mattersOf(words, surface, [], area)
  return matters.length > 0 && <Matters matters={matters} now={now} isStale={false} />
}
