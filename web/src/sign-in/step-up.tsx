import { Button, PasswordInput, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '../api.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Refusal } from '../shell/refusal.tsx'
import { Eye } from './eye.tsx'

type Props = {
  /** Says why the API asks, and what follows. */
  readonly why: MessageKey
  readonly onDone: () => void
}

/** The API requires a step-up before some changes: the code of a second factor, or the password if there is none. */
export function isStepUpRequired(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.step_up_required'
}

export function StepUp({ why, onDone }: Props) {
  const { t } = useWords()
  const [secret, setSecret] = useState('')
  const [hasFactor, setHasFactor] = useState(false)
  const [missing, setMissing] = useState<MessageKey>()
  const field = useRef<HTMLInputElement>(null)
  const confirming = useMutation({
    mutationFn: () => {
      const proof = hasFactor ? { totp: secret.replace(/\D/g, '') } : { password: secret }
      return api.post('/auth/step-up', { body: proof })
    },
    onSuccess: onDone,
    onError: (error) => {
      setSecret('')
      field.current?.focus()
      if (needsFactor(error)) setHasFactor(true)
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = hasFactor ? problemOfCode(secret) : problemOfPassword(secret)
    setMissing(problem)
    if (problem) field.current?.focus()
    else confirming.mutate()
  }
  const shared = {
    ref: field,
    value: secret,
    error: missing && t(missing),
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => setSecret(event.currentTarget.value),
  }
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={t('signIn.stepUp.label')}
    >
      <p className="notice" role="alert">
        {t(why)}
      </p>
      <div className={styles.fields}>
        {hasFactor ? (
          <TextInput
            key="factor"
            label={t('signIn.stepUp.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...shared}
          />
        ) : (
          <PasswordInput
            key="password"
            label={t('signIn.stepUp.password')}
            autoComplete="current-password"
            visibilityToggleIcon={Eye}
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
            {...shared}
          />
        )}
        <Button type="submit" loading={confirming.isPending}>
          {t('signIn.enrol.confirm')}
        </Button>
      </div>
      <Refusal error={needsFactor(confirming.error) ? null : confirming.error} />
    </form>
  )
}

function needsFactor(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.step_up_needs_factor'
}

function problemOfCode(typed: string): MessageKey | undefined {
  return typed.replace(/\D/g, '').length === 6 ? undefined : 'signIn.missing.digits'
}

function problemOfPassword(typed: string): MessageKey | undefined {
  return typed === '' ? 'signIn.missing.password' : undefined
}
