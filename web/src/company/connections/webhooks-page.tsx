import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { CompanyPart } from '../frame/company-part.tsx'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import type { Secret } from './connections-api.ts'
import { ShownSecret } from './shown-secret.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFields, webhookIn } from './webhook-fields.tsx'
import { createWebhook, listWebhooks, type Webhook } from './webhooks-api.ts'

/** The addresses that learn what happens in the company. */
export function WebhooksPage() {
  const { t } = useWords()
  const [secret, setSecret] = useState<Secret>()
  return (
    <CompanyPart part="webhooks">
      <ShownSecret secret={secret} onClose={() => setSecret(undefined)} />
      <PagedList queryKey={['webhooks']} read={listWebhooks} none={t('webhooksPage.none')}>
        {(webhooks) => <WebhookTable webhooks={webhooks} onSecret={setSecret} />}
      </PagedList>
      <div>
        <Ask
          ask={t('webhooksPage.add')}
          act={t('ourCompany.add')}
          effect={t('webhooksPage.addEffect')}
          run={async (form) => setSecret(await createWebhook(webhookIn(form)))}
        >
          <WebhookFields />
        </Ask>
      </div>
    </CompanyPart>
  )
}

type TableProps = {
  readonly webhooks: readonly Webhook[]
  readonly onSecret: (secret: Secret) => void
}

function WebhookTable({ webhooks, onSecret }: TableProps) {
  const { t, list } = useWords()
  return (
    <Table
      heads={['ourCompany.name', 'webhooksPage.events', 'ourCompany.state', 'ourCompany.actions']}
    >
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <th scope="row">
            <Link to="/company/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
              {webhook.name}
            </Link>
            <span className={lists.name}>{webhook.url}</span>
          </th>
          <td className={lists.words}>
            {webhook.events.includes('*') ? t('webhooksPage.everything') : list(webhook.events)}
          </td>
          <td>
            <WebhookState webhook={webhook} />
          </td>
          <td>
            <WebhookActions webhook={webhook} onSecret={onSecret} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Whether it gets its events, and how long it has failed. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t, instant } = useWords()
  const { state, disabledReason, health } = webhook
  return (
    <>
      {t(`webhooksPage.state.${state}`)}
      {disabledReason && (
        <div className={card.error}>{t(`webhooksPage.disabled.${disabledReason}`)}</div>
      )}
      {state !== 'DISABLED' && health.failures > 0 && (
        <div className={card.error}>{t('webhooksPage.failures', { count: health.failures })}</div>
      )}
      {health.lastSuccessAt !== undefined && (
        <div className={lists.quiet}>
          {t('webhooksPage.lastSuccess', { time: instant(health.lastSuccessAt) })}
        </div>
      )}
    </>
  )
}
