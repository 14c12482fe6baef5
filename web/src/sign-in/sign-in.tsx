import { Button, PasswordInput, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type SecondFactorQuestion, secondFactorQuestionIn, signIn } from '../api.ts'
import type { Principal } from '../api-types.ts'
import icon from '../shell/icon.svg'
import { sentenceOf } from '../shell/sentence-of.ts'
import { Eye } from './eye.tsx'
import { SecondStep } from './second-step.tsx'
import styles from './sign-in.module.css'

type Props = {
  /** Why a person who was signed in must sign in again. */
  readonly notice: string | undefined
  readonly onSignedIn: (principal: Principal) => void
}

type Missing = { email?: string; password?: string }

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
  const { email, password, missing, entering, submit } = useEntries({ onSignedIn, onSecondFactor })
  return (
    <>
      <div>
        <h1 className={styles.title}>Sign in to operations</h1>
        <p className={styles.lead}>For operators of this service.</p>
      </div>
      {notice && !entering.isError && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      {entering.isError && (
        <p className="notice notice-bad" role="alert">
          {refusalOf(entering.error)}
        </p>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          ref={email.field}
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={email.value}
          error={missing.email}
          onChange={(event) => email.enter(event.currentTarget.value)}
        />
        <PasswordInput
          ref={password.field}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password.value}
          error={missing.password}
          onChange={(event) => password.enter(event.currentTarget.value)}
          visibilityToggleIcon={Eye}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        <Button type="submit" size="md" fullWidth loading={entering.isPending}>
          Sign in
        </Button>
      </form>
    </>
  )
}

/** The entered address and password, and the API's answer about them. */
function useEntries({ onSignedIn, onSecondFactor }: Omit<FirstProps, 'notice'>) {
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
    document.title = 'Sign in · Purveyor operations'
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
    ...(email.trim() === '' && { email: 'Enter your e-mail address.' }),
    ...(password === '' && { password: 'Enter your password.' }),
  }
}

function refusalOf(error: unknown): string {
  if (!(error instanceof PurveyorError)) return sentenceOf(error)
  switch (error.code) {
    case 'identity.sign_in_refused':
      return 'The e-mail address or the password is not right. Check both and try again.'
    case 'identity.access_denied':
      return 'This account is not an operator. Sign in with one that is, or ask another operator to make it one.'
    case 'platform.request_invalid':
      return 'That is not an e-mail address and a password. Check both and try again.'
    case 'platform.dependency_down':
      return 'The service cannot be reached at the moment, so nobody can sign in. Try again shortly.'
    default:
      return sentenceOf(error)
  }
}
