import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { waiveCreditNote } from '../api.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { DecisionForm } from '../lists/decision.tsx'

type Props = {
  readonly invoiceId: string
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

/** Waives a credit note whose invoice never existed. The operator says why none is needed. */
export function WaiveCreditNote({ invoiceId, onResult, onLeave }: Props) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MessageKey>()
  const deciding = useMutation({
    mutationFn: () => waiveCreditNote(invoiceId, note.trim()),
    onSuccess: async () => {
      onResult(t('orders.waive.done'))
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = note.trim() === ''
    setProblem(isMissing ? 'lists.sayWhy' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm
      act={t('orders.waive.act')}
      deciding={deciding}
      onDecide={decide}
      onLeave={onLeave}
    >
      <TextInput
        label={t('orders.waive.why')}
        maxLength={1000}
        value={note}
        error={problem && t(problem)}
        onChange={(change) => setNote(change.currentTarget.value)}
      />
    </DecisionForm>
  )
}
