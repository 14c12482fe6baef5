import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { LoadCatalogue } from './catalogue.ts'
import { LanguageContext, useLanguage } from './use-words.ts'

type Props = {
  /** The name of the part. No other part that loads messages has it. */
  readonly name: string
  readonly load: LoadCatalogue
  readonly children: ReactNode
}

/** A part of an app with messages of its own, which the browser loads when somebody first opens the part. */
export function FurtherMessages({ name, load, children }: Props) {
  const choice = useLanguage()
  const { language } = choice.words
  const { data } = useQuery({
    queryKey: ['messages', name, language],
    queryFn: () => load(language),
    staleTime: Number.POSITIVE_INFINITY,
    // Another language is loaded while the part stays on the screen, with what people have written in it.
    placeholderData: keepPreviousData,
    throwOnError: true,
  })
  const further = useMemo(
    () => data && { ...choice, words: choice.words.and(data) },
    [choice, data],
  )
  if (!further) return <Skeleton height={340} />
  return <LanguageContext value={further}>{children}</LanguageContext>
}
