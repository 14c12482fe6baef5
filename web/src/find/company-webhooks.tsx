import { listWatchedWebhooks } from '../api.ts'
import { List } from '../components/list.tsx'
import { WebhookRow, webhookColumns } from '../work/webhooks.tsx'

type Props = { readonly companyId: string; readonly now: number }

export function CompanyWebhooks({ companyId, now }: Props) {
  return (
    <List
      id="company-webhooks"
      title="find.webhooks.title"
      queryKey={['webhooks-of', companyId]}
      read={(cursor, signal) =>
        listWatchedWebhooks({ state: undefined, companyId, cursor }, signal)
      }
      columns={webhookColumns}
      row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} now={now} />}
      none="find.webhooks.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
