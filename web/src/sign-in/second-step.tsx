import { Button, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { answerSecondFactor, type SecondFactorQuestion } from '../api.ts'
import type { Principal } from '../api-types.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import { sentenceOf } from '../shell/sentence-of.ts'
import styles from './sign-in.module.css'
import { useWindowTitle } from './use-window-title.ts'

type Props = {
  readonly question: SecondFactorQuestion
  readonly onSignedIn: (principal: Principal) => void
  /** The challenge is over and the sign-in starts again. `why` is shown to the person. */
  readonly onOver: (why: string | undefined) => void
}

type Kind = 'totp' | 'recoveryCode' | 'mailCode'

const missingCodes = {
  totp: 'signIn.missing.digits',
  recoveryCode: 'signIn.missing.recoveryCode',
  mailCode: 'signIn.missing.mailCode',
} as const satisfies Readonly<Record<Kind, MessageKey>>

/** Asks for a second factor after the correct password. */
export function SecondStep({ question, onSignedIn, onOver }: Props) {
  const { t } = useWords()
  useWindowTitle('signIn.step.title')
  const kinds = kindsOf(question.methods)
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'recoveryCode')
  const { field, code, missing, answering, enter, submit, startOver } = useAnswer(kind, {
    question,
    onSignedIn,
    onOver,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code begins with its field.
  useEffect(() => {
    field.current?.focus()
  }, [kind])

  const turnTo = (other: Kind) => {
    setKind(other)
    startOver()
  }

  return (
    <>
      <div>
        <h1 className={styles.title}>{t('signIn.step.title')}</h1>
        <p className={styles.lead}>{t(`signIn.${kind}.lead`)}</p>
      </div>
      <Refusal error={answering.error} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label={t(`signIn.${kind}.label`)}
          name="code"
          autoComplete="one-time-code"
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={code}
          error={missing && t(missing)}
          onChange={(event) => enter(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={answering.isPending}>
          {t('signIn.step.continue')}
        </Button>
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} variant="subtle" onClick={() => turnTo(other)}>
              {t(`signIn.${other}.turnTo`)}
            </Button>
          ))}
        <Button variant="subtle" onClick={() => onOver(undefined)}>
          {t('signIn.step.back')}
        </Button>
      </form>
    </>
  )
}

/** The entered code, and the API's answer about it. */
function useAnswer(kind: Kind, { question, onSignedIn, onOver }: Props) {
  const words = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<MessageKey>()
  const answering = useMutation({
    mutationFn: answerSecondFactor,
    onSuccess: onSignedIn,
    onError: (error) => {
      setCode('')
      field.current?.focus()
      if (isOver(error)) onOver(sentenceOf(words, error))
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const plain = kind === 'totp' ? code.replace(/\D/g, '') : code.trim()
    const isMissing = kind === 'totp' ? plain.length !== 6 : plain === ''
    setMissing(isMissing ? missingCodes[kind] : undefined)
    if (isMissing) field.current?.focus()
    else answering.mutate({ challengeToken: question.challengeToken, [kind]: plain })
  }
  const startOver = () => {
    setCode('')
    setMissing(undefined)
    answering.reset()
  }
  return { field, code, missing, answering, enter: setCode, submit, startOver }
}

/** The kinds of code that this sign-in accepts, the usual one first. */
function kindsOf(methods: readonly string[]): Kind[] {
  const kinds: Kind[] = []
  if (methods.includes('totp')) kinds.push('totp')
  if (methods.includes('mail_code')) kinds.push('mailCode')
  if (methods.includes('recovery_code')) kinds.push('recoveryCode')
  return kinds
}

function isOver(error: unknown): boolean {
  const codes: readonly string[] = ['identity.challenge_refused', 'identity.totp_locked']
  return error instanceof PurveyorError && codes.includes(error.code)
}
