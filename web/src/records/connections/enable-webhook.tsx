import { PurveyorError } from '@purveyor/sdk'
import { useState } from 'react'
import type { WatchedWebhook } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { enableWebhook, type ReceiverTest } from './webhooks-api.ts'

/** Enables a webhook after a second click, and says what its receiver answered to the test before. A receiver that failed its test can be enabled nevertheless. */
export function EnableWebhook({ webhook }: { readonly webhook: WatchedWebhook }) {
  const words = useWords()
  const { t, number } = words
  const { id, companyId, state, held } = webhook
  const [failed, setFailed] = useState<ReceiverTest>()
  return (
    <Action
      ask={t('webhook.enable')}
      label={t('webhook.enableOf', { id })}
      act={failed ? t('webhook.enableAnyway') : t('webhook.enableSure', { held: number(held) })}
      effect={
        failed ? (
          <div className="notice notice-bad" role="alert">
            <strong>{t('webhook.testFailed')}</strong>
            <p>{sentenceOfTest(words, failed)}</p>
          </div>
        ) : (
          state === 'DISABLED' && t('webhook.enableTests')
        )
      }
      run={async () => {
        try {
          return await enableWebhook({ companyId, id, evenIfTestFails: failed !== undefined })
        } catch (error) {
          setFailed(failedTestOf(error))
          throw error
        }
      }}
      isAnswered={(error) => failedTestOf(error) !== undefined}
      done={({ test, released }) => (
        <div className="notice">
          {test && <p>{sentenceOfTest(words, test)}</p>}
          <p>{t('webhook.enabled', { released })}</p>
        </div>
      )}
    />
  )
}

function failedTestOf(error: unknown): ReceiverTest | undefined {
  if (!(error instanceof PurveyorError) || error.code !== 'webhooks.test_failed') return undefined
  return error.details as unknown as ReceiverTest
}

function sentenceOfTest(
  { t }: Words,
  { statusCode, errorClass, ms, answer }: ReceiverTest,
): string {
  const kind = errorClass ?? 'none'
  const outcome =
    statusCode === undefined
      ? t('webhook.testError', { kind, ms })
      : t('webhook.testAnswered', { status: String(statusCode), ms })
  return answer ? `${outcome} ${t('webhook.testText', { text: answer })}` : outcome
}
