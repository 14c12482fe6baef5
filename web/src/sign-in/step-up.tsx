import { Button, PasswordInput, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '../api.ts'
import styles from '../lists/lists.module.css'
import { Refusal } from '../shell/refusal.tsx'
import { Eye } from './eye.tsx'

type Props = {
  /** The action after "Confirm that it is you, then". */
  readonly then: string
  readonly onDone: () => void
}

/** The API requires a step-up before some changes: the code of a second factor, or the password if there is none. */
export function isStepUpRequired(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.step_up_required'
}

export function StepUp({ then, onDone }: Props) {
  const [secret, setSecret] = useState('')
  const [hasFactor, setHasFactor] = useState(false)
  const [missing, setMissing] = useState<string>()
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
    error: missing,
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => setSecret(event.currentTarget.value),
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Confirm that it is you">
      <p className="notice" role="alert">
        You signed in more than five minutes ago. Confirm that it is you, then {then}.
      </p>
      <div className={styles.fields}>
        {hasFactor ? (
          <TextInput
            key="factor"
            label="Code of your authenticator app"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...shared}
          />
        ) : (
          <PasswordInput
            key="password"
            label="Your password"
            autoComplete="current-password"
            visibilityToggleIcon={Eye}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            {...shared}
          />
        )}
        <Button type="submit" loading={confirming.isPending}>
          Confirm
        </Button>
      </div>
      <Refusal error={needsFactor(confirming.error) ? null : confirming.error} />
    </form>
  )
}

function needsFactor(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.step_up_needs_factor'
}

function problemOfCode(typed: string): string | undefined {
  return typed.replace(/\D/g, '').length === 6 ? undefined : 'Enter the six digits.'
}

function problemOfPassword(typed: string): string | undefined {
  return typed === '' ? 'Enter your password.' : undefined
}
