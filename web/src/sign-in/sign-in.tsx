import { Button, PasswordInput, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type SecondFactorQuestion, secondFactorQuestionIn, signIn } from '../api.ts'
import type { Principal } from '../api-types.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import icon from '../shell/icon.svg'
import { sentenceOf } from '../shell/sentence-of.ts'
import { Eye } from './eye.tsx'
import { SecondStep } from './second-step.tsx'
import styles from './sign-in.module.css'
import { useWindowTitle } from './use-window-title.ts'

type Props = {
  /** Why a person who was signed in must sign in again. */
  readonly notice: string | undefined
  readonly onSignedIn: (principal: Principal) => void
}

type Missing = { email?: MessageKey; password?: MessageKey }

/** Stores nothing: the entries leave with the request, and the session is in a cookie that no script can read. */
export function SignIn({ notice, onSignedIn }: Props) {
  const [question, setQuestion] = useState<SecondFactorQuestion>()
  const [whyAgain, setWhyAgain] = useState<string>()
  const leaveQuestion = (why: string | undefined) => {
    setQuestion(undefined)
    setWhyAgain(why)
  }
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={icon} alt="" width={28} height={28} />
          Purveyor
          <LanguageSwitch />
        </div>
        {question ? (
          <SecondStep question={question} onSignedIn={onSignedIn} onOver={leaveQuestion} />
        ) : (
          <FirstStep
            notice={whyAgain ?? notice}
            onSignedIn={onSignedIn}
            onSecondFactor={setQuestion}
          />
        )}
      </div>
    </main>
  )
}

type FirstProps = Props & { readonly onSecondFactor: (question: SecondFactorQuestion) => void }

function FirstStep({ notice, onSignedIn, onSecondFactor }: FirstProps) {
  const words = useWords()
  const { t } = words
  const { email, password, missing, entering, submit } = useEntries({ onSignedIn, onSecondFactor })
  return (
    <>
      <div>
        <h1 className={styles.title}>{t('signIn.headline')}</h1>
        <p className={styles.lead}>{t('signIn.lead')}</p>
      </div>
      {notice && !entering.isError && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      {entering.isError && (
        <p className="notice notice-bad" role="alert">
          {refusalOf(words, entering.error)}
        </p>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          ref={email.field}
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={email.value}
          error={missing.email && t(missing.email)}
          onChange={(event) => email.enter(event.currentTarget.value)}
        />
        <PasswordInput
          ref={password.field}
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          size="md"
          value={password.value}
          error={missing.password && t(missing.password)}
          onChange={(event) => password.enter(event.currentTarget.value)}
          visibilityToggleIcon={Eye}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
        />
        <Button type="submit" size="md" fullWidth loading={entering.isPending}>
          {t('signIn.signIn')}
        </Button>
      </form>
    </>
  )
}

/** The entered address and password, and the API's answer about them. */
function useEntries({ onSignedIn, onSecondFactor }: Omit<FirstProps, 'notice'>) {
  useWindowTitle('signIn.title')
  const email = useEntry()
  const password = useEntry()
  const [missing, setMissing] = useState<Missing>({})
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: (error) => {
      const question = secondFactorQuestionIn(error)
      if (question) return onSecondFactor(question)
      password.enter('')
      password.field.current?.focus()
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown.
  useEffect(() => {
    email.field.current?.focus()
  }, [])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = whatIsMissing(email.value, password.value)
    setMissing(found)
    if (found.email) email.field.current?.focus()
    else if (found.password) password.field.current?.focus()
    else entering.mutate({ email: email.value.trim(), password: password.value })
  }
  return { email, password, missing, entering, submit }
}

function useEntry() {
  const field = useRef<HTMLInputElement>(null)
  const [value, enter] = useState('')
  return { field, value, enter }
}

function whatIsMissing(email: string, password: string): Missing {
  return {
    ...(email.trim() === '' && { email: 'signIn.missing.email' }),
    ...(password === '' && { password: 'signIn.missing.password' }),
  }
}

function refusalOf(words: Words, error: unknown): string {
  const { t } = words
  if (!(error instanceof PurveyorError)) return sentenceOf(words, error)
  switch (error.code) {
    case 'identity.sign_in_refused':
      return t('signIn.refused.credentials')
    case 'identity.access_denied':
      return t('signIn.refused.noOperator')
    case 'platform.request_invalid':
      return t('signIn.refused.malformed')
    case 'platform.dependency_down':
      return t('signIn.refused.unavailable')
    default:
      return sentenceOf(words, error)
  }
}
