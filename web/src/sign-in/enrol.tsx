import { Button } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmTotp, enrolTotp } from '../api.ts'
import { Form } from '../components/form.tsx'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { useWords } from '../language/use-words.ts'
import icon from '../shell/icon.svg'
import { Refusal } from '../shell/refusal.tsx'
import styles from './sign-in.module.css'
import { digitsOf, sixDigits } from './totp.ts'
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
  return (
    <>
      <p>{rich('signIn.enrol.key', { link: (text) => <a href={uri}>{text}</a> })}</p>
      <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Form
        layout="page"
        act={t('signIn.enrol.confirm')}
        isQuiet
        fields={[
          {
            name: 'code',
            label: 'signIn.totp.label',
            missing: 'signIn.missing.digits',
            type: 'code',
            inputMode: 'numeric',
            pattern: sixDigits,
          },
        ]}
        run={({ code = '' }) => confirmTotp(digitsOf(code))}
        onDone={onConfirmed}
      />
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
