import { Button } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useState } from 'react'
import { answerSecondFactor, type SecondFactorQuestion } from '../api.ts'
import type { Principal } from '../api-types.ts'
import { Form, type Values } from '../components/form.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { sentenceOf } from '../shell/sentence-of.ts'
import styles from './sign-in.module.css'
import { digitsOf, sixDigits } from './totp.ts'
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
  const words = useWords()
  const { t } = words
  useWindowTitle('signIn.step.title')
  const kinds = kindsOf(question.methods)
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'recoveryCode')
  const answer = async ({ code = '' }: Values) => {
    try {
      const { challengeToken } = question
      const given = kind === 'totp' ? digitsOf(code) : code
      onSignedIn(await answerSecondFactor({ challengeToken, [kind]: given }))
    } catch (error) {
      if (!isOver(error)) throw error
      onOver(sentenceOf(words, error))
    }
  }
  return (
    <>
      <div>
        <h1 className={styles.title}>{t('signIn.step.title')}</h1>
        <p className={styles.lead}>{t(`signIn.${kind}.lead`)}</p>
      </div>
      <Form
        key={kind}
        layout="page"
        act={t('signIn.step.continue')}
        isQuiet
        fields={[
          {
            name: 'code',
            label: `signIn.${kind}.label`,
            missing: missingCodes[kind],
            type: 'code',
            ...(kind === 'totp' && { inputMode: 'numeric', pattern: sixDigits }),
          },
        ]}
        run={answer}
        buttons={
          <>
            {kinds
              .filter((other) => other !== kind)
              .map((other) => (
                <Button key={other} variant="subtle" onClick={() => setKind(other)}>
                  {t(`signIn.${other}.turnTo`)}
                </Button>
              ))}
            <Button variant="subtle" onClick={() => onOver(undefined)}>
              {t('signIn.step.back')}
            </Button>
          </>
        }
      />
    </>
  )
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
