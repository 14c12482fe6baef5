import { Button, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { answerSecondFactor, type SecondFactorQuestion } from '../api.ts'
import type { Principal } from '../api-types.ts'
import { Refusal } from '../shell/refusal.tsx'
import { sentenceOf } from '../shell/sentence-of.ts'
import styles from './sign-in.module.css'

type Props = {
  readonly question: SecondFactorQuestion
  readonly onSignedIn: (principal: Principal) => void
  /** The question is over: the sign-in begins anew, with a word why where there is one. */
  readonly onOver: (why: string | undefined) => void
}

type Kind = 'totp' | 'recoveryCode' | 'mailCode'

const words = {
  totp: {
    lead: 'Enter the six digits that your authenticator app shows now.',
    label: 'Code of the app',
    missing: 'Enter the six digits.',
  },
  recoveryCode: {
    lead: 'Enter one of the recovery codes that you kept. Each works once.',
    label: 'Recovery code',
    missing: 'Enter a recovery code.',
  },
  mailCode: {
    lead: 'Many passwords were tried for this account. We have sent you a code by mail.',
    label: 'Code of the mail',
    missing: 'Enter the code of the mail.',
  },
} as const

/** What comes after the right password, for somebody with a second factor. */
export function SecondStep({ question, onSignedIn, onOver }: Props) {
  const [kind, setKind] = useState<Kind>(() => firstOf(question.methods))
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const answering = useMutation({
    mutationFn: answerSecondFactor,
    onSuccess: onSignedIn,
    onError: (error) => {
      setCode('')
      field.current?.focus()
      if (isOver(error)) onOver(sentenceOf(error))
    },
  })
  const { lead, label, missing: hint } = words[kind]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another way to answer is another field to begin with.
  useEffect(() => {
    document.title = 'One more step · Purveyor operations'
    field.current?.focus()
  }, [kind])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const plain = kind === 'totp' ? code.replace(/\D/g, '') : code.trim()
    const isMissing = kind === 'totp' ? plain.length !== 6 : plain === ''
    setMissing(isMissing ? hint : undefined)
    if (isMissing) field.current?.focus()
    else answering.mutate({ challengeToken: question.challengeToken, [kind]: plain })
  }
  const turnTo = (other: Kind) => {
    setKind(other)
    setCode('')
    setMissing(undefined)
    answering.reset()
  }

  return (
    <>
      <div>
        <h1 className={styles.title}>One more step</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <Refusal error={answering.error} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label={label}
          name="code"
          autoComplete="one-time-code"
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={code}
          error={missing}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={answering.isPending}>
          Go on
        </Button>
        {kind === 'totp' && question.methods.includes('recovery_code') && (
          <Button variant="subtle" onClick={() => turnTo('recoveryCode')}>
            Use a recovery code
          </Button>
        )}
        {kind === 'recoveryCode' && question.methods.includes('totp') && (
          <Button variant="subtle" onClick={() => turnTo('totp')}>
            Use the authenticator app
          </Button>
        )}
        <Button variant="subtle" onClick={() => onOver(undefined)}>
          Back
        </Button>
      </form>
    </>
  )
}

function firstOf(methods: readonly string[]): Kind {
  if (methods.includes('totp')) return 'totp'
  return methods.includes('mail_code') ? 'mailCode' : 'recoveryCode'
}

function isOver(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.challenge_refused'
}
