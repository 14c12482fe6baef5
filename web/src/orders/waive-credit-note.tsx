import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { waiveCreditNote } from '../api.ts'
import { DecisionForm } from '../lists/decision.tsx'

type Props = {
  readonly invoiceId: string
  readonly onResult: (sentence: string) => void
  readonly onLeave: () => void
}

/** Waives a credit note whose invoice never existed. The operator says why none is needed. */
export function WaiveCreditNote({ invoiceId, onResult, onLeave }: Props) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const deciding = useMutation({
    mutationFn: () => waiveCreditNote(invoiceId, note.trim()),
    onSuccess: async () => {
      onResult('The credit note is waived.')
      await queries.invalidateQueries()
    },
  })
  const decide = () => {
    const isMissing = note.trim() === ''
    setProblem(isMissing ? 'Say why: the audit log keeps it.' : undefined)
    if (!isMissing) deciding.mutate()
  }
  return (
    <DecisionForm act="Waive it" deciding={deciding} onDecide={decide} onLeave={onLeave}>
      <TextInput
        label="Why no credit note is needed"
        maxLength={1000}
        value={note}
        error={problem}
        onChange={(change) => setNote(change.currentTarget.value)}
      />
    </DecisionForm>
  )
}
