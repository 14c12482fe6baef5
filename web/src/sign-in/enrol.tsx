import { Button, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { confirmTotp, enrolTotp } from '../api.ts'
import icon from '../shell/icon.svg'
import { Refusal } from '../shell/refusal.tsx'
import styles from './sign-in.module.css'

type Props = { readonly onEnrolled: () => void; readonly onSignOut: () => void }

/** An operator whose role needs a second factor must set one up before anything else. */
export function Enrol({ onEnrolled, onSignOut }: Props) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const beginning = useMutation({
    mutationFn: enrolTotp,
    onError: (error) => {
      if (isEnrolledAlready(error)) onEnrolled()
    },
  })

  useEffect(() => {
    document.title = 'Set up a second factor · Purveyor operations'
  }, [])

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={icon} alt="" width={28} height={28} />
          Purveyor
        </div>
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} onKept={onEnrolled} />
        ) : (
          <>
            <div>
              <h1 className={styles.title}>Set up a second factor</h1>
              <p className={styles.lead}>
                Operators sign in with a password and a code of an authenticator app.
              </p>
            </div>
            {beginning.data ? (
              <FirstCode {...beginning.data} onConfirmed={setRecoveryCodes} />
            ) : (
              <>
                <Refusal error={isEnrolledAlready(beginning.error) ? null : beginning.error} />
                <Button size="md" loading={beginning.isPending} onClick={() => beginning.mutate()}>
                  Add an authenticator app
                </Button>
              </>
            )}
            <Button variant="subtle" onClick={onSignOut}>
              Sign out
            </Button>
          </>
        )}
      </div>
    </main>
  )
}

type FirstCodeProps = {
  readonly secret: string
  readonly uri: string
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
}

function FirstCode({ secret, uri, onConfirmed }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const confirming = useMutation({
    mutationFn: confirmTotp,
    onSuccess: onConfirmed,
    onError: () => {
      setCode('')
      field.current?.focus()
    },
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const plain = code.replace(/\D/g, '')
    const isMissing = plain.length !== 6
    setMissing(isMissing ? 'Enter the six digits.' : undefined)
    if (isMissing) field.current?.focus()
    else confirming.mutate(plain)
  }

  return (
    <>
      <p>
        Enter this key in your authenticator app, or <a href={uri}>open the app on this device</a>.
      </p>
      <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Refusal error={confirming.error} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label="Code of the app"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          size="md"
          value={code}
          error={missing}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={confirming.isPending}>
          Confirm
        </Button>
      </form>
    </>
  )
}

type CodesProps = { readonly codes: readonly string[]; readonly onKept: () => void }

function RecoveryCodes({ codes, onKept }: CodesProps) {
  return (
    <>
      <div>
        <h1 className={styles.title}>Keep your recovery codes</h1>
        <p className={styles.lead}>
          Each of them signs you in once when you do not have the app. We show them only now.
        </p>
      </div>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="md" onClick={onKept}>
        I have kept them
      </Button>
    </>
  )
}

/** The operator enrolled in another window, or since the page read the session. */
function isEnrolledAlready(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.totp_already_confirmed'
}
