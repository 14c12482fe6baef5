import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { useNames } from '../use-names.ts'
import { type Approval, addApprover, addComment } from './approval-api.ts'

const commentable = ['PENDING', 'APPROVING', 'RETURNED']

/** What was asked and answered about the request, and who else is asked. */
export function ApprovalConversation({ approval }: { readonly approval: Approval }) {
  const { t, instant } = useWords()
  const { nameOf } = useNames()
  const { comments = [], state, mayDecide } = approval
  const takesComments = commentable.includes(state)
  if (comments.length === 0 && !takesComments) return null
  return (
    <Section title={t('approvals.comments')}>
      <div className={parts.box}>
        {comments.map(({ id, authorId, text, writtenAt }) => (
          <p key={id}>
            <strong>{nameOf(authorId)}</strong>{' '}
            <time dateTime={writtenAt}>{instant(writtenAt)}</time>
            <br />
            {text ?? t('approvals.erased')}
          </p>
        ))}
        {takesComments && <CommentForm approval={approval} />}
        {state === 'PENDING' && mayDecide && <ApproverForm approval={approval} />}
      </div>
    </Section>
  )
}

function CommentForm({ approval: { id } }: { readonly approval: Approval }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const adding = useMutation({
    mutationFn: (text: string) => addComment(id, text),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['approval', id] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    adding.mutate(String(new FormData(form).get('text')).trim(), { onSuccess: () => form.reset() })
  }
  return (
    <form className={fields.form} onSubmit={submit}>
      <Field label={t('approvals.ask')}>
        <textarea name="text" rows={2} maxLength={1_000} required />
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" variant="default" loading={adding.isPending}>
          {t('approvals.send')}
        </Button>
      </div>
      <Refusal error={adding.error} />
    </form>
  )
}

function ApproverForm({ approval: { id, requestedBy } }: { readonly approval: Approval }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { members } = useNames()
  const adding = useMutation({
    mutationFn: (personId: string) => addApprover(id, personId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['approval', id] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    adding.mutate(String(new FormData(event.currentTarget).get('person')))
  }
  return (
    <form className={fields.form} onSubmit={submit}>
      <Field label={t('approvals.addApprover')}>
        <select name="person" required defaultValue="">
          <option value="">{t('approvals.choosePerson')}</option>
          {members
            .filter((member) => member.id !== requestedBy)
            .map((member) => (
              <option key={member.id} value={member.id}>
                {member.name}
              </option>
            ))}
        </select>
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" variant="default" loading={adding.isPending}>
          {t('approvals.add')}
        </Button>
      </div>
      <Refusal error={adding.error} />
    </form>
  )
}
