import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { Results } from './results.ts'

export type Acting<Input, Result> = {
  readonly run: (input: Input) => Promise<Result>
  /** What happened, for people who do not see that the page has changed. */
  readonly done?: ReactNode | ((result: Result, input: Input) => ReactNode)
  readonly onDone?: (result: Result, input: Input) => void
  /** It changes nothing that the page shows. */
  readonly isQuiet?: boolean
}

/** Runs an action. Afterwards everything on the page is read again. */
export function useActing<Input, Result>({
  run,
  done,
  onDone,
  isQuiet = false,
}: Acting<Input, Result>) {
  const queries = useQueryClient()
  const say = useContext(Results)
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, input) => {
      const sentence = typeof done === 'function' ? done(result, input) : done
      if (sentence !== undefined) say?.(sentence)
      if (!isQuiet) await queries.invalidateQueries()
      onDone?.(result, input)
    },
  })
}
