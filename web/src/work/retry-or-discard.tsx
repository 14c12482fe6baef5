import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Choices, DecisionForm } from '../lists/decision.tsx'

export type Decided = 'retry' | 'discard'

type Words = Readonly<Record<Decided, { readonly choice: string; readonly act: string }>> & {
  readonly why: string
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
  const queries = useQueryClient()
  const [decided, setDecided] = useState<Decided>('retry')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const deciding = useMutation({
    mutationFn: () => (decided === 'retry' ? onRetry() : onDiscard(note.trim())),
    onSuccess: async () => {
      onDone(decided)
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = decided === 'discard' && note.trim() === ''
    setProblem(isMissing ? 'Say why: the audit log keeps it.' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm act={words[decided].act} deciding={deciding} onDecide={decide} onLeave={onLeave}>
      <Choices
        choices={{ retry: words.retry.choice, discard: words.discard.choice }}
        value={decided}
        onChoose={setDecided}
      />
      {decided === 'discard' && (
        <TextInput
          label={words.why}
          maxLength={1000}
          value={note}
          error={problem}
          onChange={(change) => setNote(change.currentTarget.value)}
        />
      )}
    </DecisionForm>
  )
}
