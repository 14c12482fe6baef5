import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Choices, DecisionForm } from '../lists/decision.tsx'

export type Decided = 'retry' | 'discard'

type Words = Readonly<
  Record<Decided, { readonly choice: MessageKey; readonly act: MessageKey }>
> & {
  readonly why: MessageKey
}

type Props = {
  readonly words: Words
  readonly onRetry: () => Promise<unknown>
  readonly onDiscard: (note: string) => Promise<unknown>
  readonly onDone: (decided: Decided) => void
  readonly onLeave: () => void
}

/** The decision about stopped work. Discarding needs a reason. */
export function RetryOrDiscard({ words, onRetry, onDiscard, onDone, onLeave }: Props) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [decided, setDecided] = useState<Decided>('retry')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MessageKey>()
  const deciding = useMutation({
    mutationFn: () => (decided === 'retry' ? onRetry() : onDiscard(note.trim())),
    onSuccess: async () => {
      onDone(decided)
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = decided === 'discard' && note.trim() === ''
    setProblem(isMissing ? 'lists.sayWhy' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm
      act={t(words[decided].act)}
      deciding={deciding}
      onDecide={decide}
      onLeave={onLeave}
    >
      <Choices
        choices={{ retry: t(words.retry.choice), discard: t(words.discard.choice) }}
        value={decided}
        onChoose={setDecided}
      />
      {decided === 'discard' && (
        <TextInput
          label={t(words.why)}
          maxLength={1000}
          value={note}
          error={problem && t(problem)}
          onChange={(change) => setNote(change.currentTarget.value)}
        />
      )}
    </DecisionForm>
  )
}
