import { Button, TextInput } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { confirmTotp, enrolTotp } from '../api.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { useWords } from '../language/use-words.ts'
import icon from '../shell/icon.svg'
import { Refusal } from '../shell/refusal.tsx'
import styles from './sign-in.module.css'
import { useWindowTitle } from './use-window-title.ts'

type Props = { readonly onEnrolled: () => void; readonly onSignOut: () => void }

/** An operator whose role needs a second factor must set one up before anything else. */
export function Enrol({ onEnrolled, onSignOut }: Props) {
  const { t } = useWords()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const beginning = useMutation({
    mutationFn: enrolTotp,
    onError: (error) => {
      if (isEnrolledAlready(error)) onEnrolled()
    },
  })

  useWindowTitle('signIn.enrol.title')

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={icon} alt="" width={28} height={28} />
          Purveyor
          <LanguageSwitch />
        </div>
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} onKept={onEnrolled} />
        ) : (
          <>
            <div>
              <h1 className={styles.title}>{t('signIn.enrol.title')}</h1>
              <p className={styles.lead}>{t('signIn.enrol.lead')}</p>
            </div>
            {beginning.data ? (
              <FirstCode {...beginning.data} onConfirmed={setRecoveryCodes} />
            ) : (
              <>
                <Refusal error={isEnrolledAlready(beginning.error) ? null : beginning.error} />
                <Button size="md" loading={beginning.isPending} onClick={() => beginning.mutate()}>
                  {t('signIn.enrol.begin')}
                </Button>
              </>
            )}
            <Button variant="subtle" onClick={onSignOut}>
              {t('shell.signOut')}
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
  const { t, rich } = useWords()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<MessageKey>()
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
    setMissing(isMissing ? 'signIn.missing.digits' : undefined)
    if (isMissing) field.current?.focus()
    else confirming.mutate(plain)
  }

  return (
    <>
      <p>{rich('signIn.enrol.key', { link: (text) => <a href={uri}>{text}</a> })}</p>
      <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Refusal error={confirming.error} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label={t('signIn.totp.label')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          size="md"
          value={code}
          error={missing && t(missing)}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={confirming.isPending}>
          {t('signIn.enrol.confirm')}
        </Button>
      </form>
    </>
  )
}

type CodesProps = { readonly codes: readonly string[]; readonly onKept: () => void }

function RecoveryCodes({ codes, onKept }: CodesProps) {
  const { t } = useWords()
  return (
    <>
      <div>
        <h1 className={styles.title}>{t('signIn.codes.title')}</h1>
        <p className={styles.lead}>{t('signIn.codes.lead')}</p>
      </div>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="md" onClick={onKept}>
        {t('signIn.codes.kept')}
      </Button>
    </>
  )
}

/** The operator enrolled in another window, or since the page read the session. */
function isEnrolledAlready(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.totp_already_confirmed'
}
