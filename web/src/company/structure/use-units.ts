import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWords } from '../../language/use-words.ts'
import { listUnits } from './structure-api.ts'
import { treeOf } from './unit-tree.ts'

/** The tree of the company's units. */
export function useUnits() {
  const { language } = useWords()
  const { data, error, isPending } = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => listUnits(signal),
  })
  const tree = useMemo(() => data && treeOf(data, language), [data, language])
  return { data: tree, error, isPending }
}
