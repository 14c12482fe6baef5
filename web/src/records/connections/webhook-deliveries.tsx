import { replayDelivery } from '../../api.ts'
import type { WebhookDelivery } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import card from '../../components/card.module.css'
import { listOf } from '../../components/list-of.ts'
import { RouteList } from '../../components/route-list.tsx'
import { useChosen } from '../../components/use-chosen.ts'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'

const finished: readonly string[] = ['SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED']

const list = listOf('/admin/companies/{companyId}/webhooks/{webhookId}/deliveries')

type Props = {
  readonly companyId: string
  readonly webhookId: string
  readonly now: number
}

/** The past and future deliveries of one subscription. The company's audit log records who looked. */
export function WebhookDeliveries({ companyId, webhookId, now }: Props) {
  const choice = useChosen(list, { as: 'deliveries' })
  return (
    <RouteList
      list={list}
      id="deliveries"
      title="find.deliveries.title"
      params={{ companyId, webhookId }}
      choice={choice}
      now={now}
      ages={['createdAt']}
      names={{ state: 'find.delivery' }}
      cells={{
        id: ({ id, eventId }) => (
          <>
            <RecordId id={id} />
            <RecordId id={eventId} />
          </>
        ),
        state: (delivery) => <State delivery={delivery} />,
      }}
      action={(delivery) => <Replay companyId={companyId} delivery={delivery} />}
      none="find.deliveries.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

type DeliveryProps = { readonly delivery: WebhookDelivery }

function State({ delivery: { state, heldBecause } }: DeliveryProps) {
  const { t } = useWords()
  return (
    <>
      {t(`find.delivery.${state}`)}
      {heldBecause && <span className={card.error}>{t(`find.held.${heldBecause}`)}</span>}
    </>
  )
}

type ReplayProps = DeliveryProps & { readonly companyId: string }

function Replay({ companyId, delivery: { id, state } }: ReplayProps) {
  const { t } = useWords()
  if (!finished.includes(state)) return null
  return (
    <Action
      ask={t('find.deliveries.replay')}
      label={t('find.deliveries.replayOf', { id })}
      run={() => replayDelivery(companyId, id)}
      done={t('find.deliveries.isReplayed')}
    />
  )
}
