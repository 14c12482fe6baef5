import { RouteList } from '../components/route-list.tsx'
import { webhookList } from '../work/webhooks.tsx'

type Props = { readonly companyId: string; readonly now: number }

export function CompanyWebhooks({ companyId, now }: Props) {
  return (
    <RouteList
      {...webhookList(now)}
      id="company-webhooks"
      title="find.webhooks.title"
      query={{ companyId }}
      none="find.webhooks.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
