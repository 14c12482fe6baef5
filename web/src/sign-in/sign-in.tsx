import { PurveyorError } from '@purveyor/sdk'
import { useState } from 'react'
import { type SecondFactorQuestion, secondFactorQuestionIn, signIn } from '../api.ts'
import type { Principal } from '../api-types.ts'
import { Form, type Values } from '../components/form.tsx'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import icon from '../shell/icon.svg'
import { sentenceOf } from '../shell/sentence-of.ts'
import { SecondStep } from './second-step.tsx'
import styles from './sign-in.module.css'
import { useWindowTitle } from './use-window-title.ts'

type Props = {
  /** Why a person who was signed in must sign in again. */
  readonly notice: string | undefined
  readonly onSignedIn: (principal: Principal) => void
}

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
  const [refusal, setRefusal] = useState<string>()
  useWindowTitle('signIn.title')
  const enter = async ({ email = '', password = '' }: Values) => {
    try {
      onSignedIn(await signIn({ email, password }))
    } catch (error) {
      const question = secondFactorQuestionIn(error)
      if (question) return onSecondFactor(question)
      setRefusal(refusalOf(words, error))
      throw error
    }
  }
  return (
    <>
      <div>
        <h1 className={styles.title}>{t('signIn.headline')}</h1>
        <p className={styles.lead}>{t('signIn.lead')}</p>
      </div>
      <Form
        layout="page"
        act={t('signIn.signIn')}
        effect={<Notice notice={notice} refusal={refusal} />}
        isAnswered={() => true}
        isQuiet
        fields={[
          {
            name: 'email',
            label: 'signIn.email',
            missing: 'signIn.missing.email',
            type: 'email',
            autoComplete: 'username',
          },
          {
            name: 'password',
            label: 'signIn.password',
            missing: 'signIn.missing.password',
            type: 'password',
          },
        ]}
        run={enter}
      />
    </>
  )
}

type NoticeProps = { readonly notice: string | undefined; readonly refusal: string | undefined }

function Notice({ notice, refusal }: NoticeProps) {
  if (refusal !== undefined) {
    return (
      <p className="notice notice-bad" role="alert">
        {refusal}
      </p>
    )
  }
  return (
    notice && (
      <p className="notice" role="status">
        {notice}
      </p>
    )
  )
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
