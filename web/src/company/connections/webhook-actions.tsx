import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import type { Secret } from './connections-api.ts'
import { WebhookFields, webhookIn } from './webhook-fields.tsx'
import {
  changeWebhook,
  deleteWebhook,
  enableWebhook,
  rotateWebhookSecret,
  setPaused,
  testWebhook,
  type Webhook,
} from './webhooks-api.ts'

type Props = { readonly webhook: Webhook; readonly onSecret: (secret: Secret) => void }

/** What an administrator does with a webhook. */
export function WebhookActions({ webhook, onSecret }: Props) {
  const { t } = useWords()
  const { id, name } = webhook
  return (
    <div className={lists.buttons}>
      <Ask
        ask={t('ourCompany.change')}
        label={t('ourCompany.changeOf', { name })}
        act={t('ourCompany.save')}
        run={(form) => changeWebhook(webhook, webhookIn(form))}
      >
        <WebhookFields webhook={webhook} />
      </Ask>
      <StateAction webhook={webhook} />
      <Ask
        ask={t('webhooksPage.test')}
        label={t('webhooksPage.testOf', { name })}
        act={t('webhooksPage.testNow')}
        effect={t('webhooksPage.testEffect')}
        done={t('webhooksPage.tested', { name })}
        run={() => testWebhook(id)}
      />
      <Ask
        ask={t('connections.rotateSecret')}
        label={t('connections.rotateSecretOf', { name })}
        act={t('connections.rotateNow')}
        effect={t('webhooksPage.rotateEffect')}
        run={async () => onSecret(await rotateWebhookSecret(id))}
      />
      <Ask
        ask={t('addressBook.delete')}
        label={t('addressBook.deleteOf', { name })}
        act={t('webhooksPage.deleteNow')}
        effect={t('webhooksPage.deleteEffect')}
        done={t('webhooksPage.deleted', { name })}
        run={() => deleteWebhook(id)}
      />
    </div>
  )
}

/** One that the service has switched off is enabled, any other is paused and resumed. */
function StateAction({ webhook: { id, name, state } }: Pick<Props, 'webhook'>) {
  const { t } = useWords()
  if (state === 'DISABLED') {
    return (
      <Ask
        ask={t('webhooksPage.enable')}
        label={t('webhooksPage.enableOf', { name })}
        act={t('webhooksPage.enableNow')}
        effect={t('webhooksPage.enableEffect')}
        run={() => enableWebhook(id)}
      />
    )
  }
  const step = state === 'PAUSED' ? 'resume' : 'pause'
  return (
    <Ask
      ask={t(`webhooksPage.step.${step}`)}
      label={t(`webhooksPage.stepOf.${step}`, { name })}
      act={t(`webhooksPage.stepNow.${step}`)}
      effect={t(`webhooksPage.stepEffect.${step}`)}
      run={() => setPaused(id, step === 'pause')}
    />
  )
}
