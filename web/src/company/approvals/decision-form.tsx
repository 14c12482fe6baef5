import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { type Approval, type Decision, decide } from './approval-api.ts'
import styles from './approvals.module.css'

/** One field and three buttons. Whoever returns or rejects says why. */
export function DecisionForm({ approval }: { readonly approval: Approval }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [words, setWords] = useState('')
  const [lacksReason, setLacksReason] = useState(false)
  const deciding = useMutation({
    mutationFn: (decision: Decision) => decide(approval, decision, words.trim()),
    // If the request is another one by now, the person reads that one before they decide again.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['approval', approval.id] }),
        queries.invalidateQueries({ queryKey: ['approvals'] }),
      ]),
  })
  const press = (decision: Decision) => {
    const isMissing = decision !== 'approve' && words.trim() === ''
    setLacksReason(isMissing)
    if (isMissing) field.current?.focus()
    else deciding.mutate(decision)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    press('approve')
  }
  return (
    <Section title={t('approvals.decision')}>
      <form className={`${parts.box} ${fields.form}`} onSubmit={submit}>
        <Field label={t('approvals.note')} hint={t('approvals.noteHint')}>
          <textarea
            ref={field}
            rows={3}
            maxLength={1_000}
            value={words}
            aria-invalid={lacksReason}
            onChange={({ currentTarget: { value } }) => {
              setWords(value)
              setLacksReason(false)
            }}
          />
        </Field>
        {lacksReason && (
          <p className="notice notice-bad" role="alert">
            {t('approvals.reasonMissing')}
          </p>
        )}
        <div className={fields.buttons}>
          <Button type="submit" loading={deciding.isPending}>
            {t('approvals.approve')}
          </Button>
          <Button variant="default" disabled={deciding.isPending} onClick={() => press('return')}>
            {t('approvals.return')}
          </Button>
          <Button
            variant="default"
            className={styles.reject ?? ''}
            disabled={deciding.isPending}
            onClick={() => press('reject')}
          >
            {t('approvals.reject')}
          </Button>
        </div>
        <Refusal error={deciding.error} />
      </form>
    </Section>
  )
}
