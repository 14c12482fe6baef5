import { Button } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WatchedWebhook } from '../../api-types.ts'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { InPlace } from '../../lists/decision.tsx'
import lists from '../../lists/lists.module.css'
import { Refusal } from '../../shell/refusal.tsx'
import { isStepUpRequired, StepUp } from '../../sign-in/step-up.tsx'
import { enableWebhook, type ReceiverTest, type WebhookEnabled } from './webhooks-api.ts'

/** Enables a webhook after a second click, and says what its receiver answered to the test before. */
export function EnableWebhook({ webhook }: { readonly webhook: WatchedWebhook }) {
  const words = useWords()
  const { t } = words
  const [enabled, setEnabled] = useState<WebhookEnabled>()
  return (
    <>
      {enabled && (
        <div className="notice" role="status">
          {enabled.test && <p>{sentenceOfTest(words, enabled.test)}</p>}
          <p>{t('webhook.enabled', { released: enabled.released })}</p>
        </div>
      )}
      <InPlace ask={t('webhook.enable')} label={t('webhook.enableOf', { id: webhook.id })}>
        {(leave) => <Enabling webhook={webhook} onEnabled={setEnabled} onLeave={leave} />}
      </InPlace>
    </>
  )
}

type EnablingProps = {
  readonly webhook: WatchedWebhook
  readonly onEnabled: (enabled: WebhookEnabled) => void
  readonly onLeave: () => void
}

/** A receiver that failed its test can be enabled nevertheless. */
function Enabling({ webhook, onEnabled, onLeave }: EnablingProps) {
  const words = useWords()
  const { t, number } = words
  const queries = useQueryClient()
  const { id, companyId, state, held } = webhook
  const enabling = useMutation({
    mutationFn: (evenIfTestFails: boolean) => enableWebhook({ companyId, id, evenIfTestFails }),
    onSuccess: (enabled) => {
      onEnabled(enabled)
      onLeave()
      return queries.invalidateQueries({ queryKey: ['record', id] })
    },
  })
  const failed = failedTestOf(enabling.error)
  return (
    <>
      {failed && (
        <div className="notice notice-bad" role="alert">
          <strong>{t('webhook.testFailed')}</strong>
          <p>{sentenceOfTest(words, failed)}</p>
        </div>
      )}
      {state === 'DISABLED' && !failed && <p>{t('webhook.enableTests')}</p>}
      <div className={lists.buttons}>
        <Button
          size="compact-sm"
          loading={enabling.isPending}
          onClick={() => enabling.mutate(failed !== undefined)}
        >
          {failed ? t('webhook.enableAnyway') : t('webhook.enableSure', { held: number(held) })}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onLeave}>
          {t('lists.leave')}
        </Button>
      </div>
      {isStepUpRequired(enabling.error) ? (
        <StepUp why="signIn.stepUp.change" onDone={() => enabling.mutate(false)} />
      ) : (
        !failed && <Refusal error={enabling.error} />
      )}
    </>
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
