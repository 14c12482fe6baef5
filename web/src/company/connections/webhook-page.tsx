import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DeliveryAttempts } from '../../components/delivery-attempts.tsx'
import lists from '../../components/lists.module.css'
import { nameWith } from '../../components/name-with.ts'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Choice } from '../choice.tsx'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { CompanyPart } from '../frame/company-part.tsx'
import { PagedList } from '../paged-list.tsx'
import parts from '../parts.module.css'
import { Table } from '../table.tsx'
import { deliveryStates, type WebhookSearch } from './webhook-search.ts'
import {
  type Delivery,
  listDeliveries,
  readDelivery,
  readWebhook,
  replayDelivery,
  replayFailed,
} from './webhooks-api.ts'
import { WebhookState } from './webhooks-page.tsx'

type Props = { readonly webhookId: string; readonly asked: WebhookSearch }

/** What was sent to a webhook, what its receiver answered, and the way to send it again. */
export function WebhookPage({ webhookId, asked: { state } }: Props) {
  const { t } = useWords()
  const webhook = useQuery({
    queryKey: ['webhook', webhookId],
    queryFn: ({ signal }) => readWebhook(webhookId, signal),
  })
  return (
    <CompanyPart part="webhooks">
      <QueryView query={webhook}>
        {(found) => (
          <Section title={found.name}>
            <p>{found.url}</p>
            <p>
              <WebhookState webhook={found} />
            </p>
            <Ask
              ask={t('webhooksPage.replayFailed')}
              act={t('webhooksPage.replayNow')}
              effect={t('webhooksPage.replayFailedEffect')}
              done={t('webhooksPage.replayed')}
              run={(form) => replayFailed(webhookId, textOf(form, 'since'))}
            >
              <Field label={t('webhooksPage.since')}>
                <input name="since" type="date" required />
              </Field>
            </Ask>
          </Section>
        )}
      </QueryView>
      <Section title={t('webhooksPage.deliveries')}>
        <div className={lists.head}>
          <StateFilter webhookId={webhookId} state={state} />
        </div>
        <PagedList
          queryKey={['deliveries', webhookId, state]}
          read={(page, signal) => listDeliveries(webhookId, state, page, signal)}
          none={t('webhooksPage.noDeliveries')}
        >
          {(deliveries) => <DeliveryTable deliveries={deliveries} />}
        </PagedList>
      </Section>
    </CompanyPart>
  )
}

function StateFilter({ webhookId, state }: WebhookSearch & Pick<Props, 'webhookId'>) {
  const { t } = useWords()
  const navigate = useNavigate()
  const choose = (chosen: typeof state) => {
    void navigate({
      to: '/company/webhooks/$webhookId',
      params: { webhookId },
      search: chosen === undefined ? {} : { state: chosen },
      replace: true,
    })
  }
  return (
    <search className={parts.filters}>
      <Choice
        label={t('ourCompany.state')}
        any={t('ourCompany.anyState')}
        chosen={state}
        options={deliveryStates.map((id) => ({ id, name: t(`webhooksPage.delivery.${id}`) }))}
        onChoose={choose}
      />
    </search>
  )
}

function DeliveryTable({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  return (
    <Table
      heads={[
        'delivery.event',
        'ourCompany.state',
        'delivery.created',
        'webhooksPage.answer',
        'ourCompany.actions',
      ]}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
    </Table>
  )
}

const isOver: ReadonlySet<Delivery['state']> = new Set([
  'SUCCEEDED',
  'EXHAUSTED',
  'CANCELLED',
  'EXPIRED',
])

const columnCount = 5

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { t, instant } = useWords()
  const [isOpen, setOpen] = useState(false)
  const { id, type, state, attempts, createdAt, nextAttemptAt, lastStatus } = delivery
  return (
    <>
      <tr>
        <th scope="row">{type}</th>
        <td>
          {t(`webhooksPage.delivery.${state}`)}
          <div className={lists.quiet}>{t('webhooksPage.tries', { count: attempts })}</div>
          {nextAttemptAt !== undefined && (
            <div className={lists.quiet}>
              {t('webhooksPage.nextTry', { time: instant(nextAttemptAt) })}
            </div>
          )}
        </td>
        <td>
          <time dateTime={createdAt}>{instant(createdAt)}</time>
        </td>
        <td className={lists.words}>
          {lastStatus}{' '}
          {attempts > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={nameWith(
                t('delivery.attempts.title'),
                t('webhooksPage.attemptsOf', { type }),
              )}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t('delivery.attempts.title')}
            </Button>
          )}
        </td>
        <td>
          {isOver.has(state) && (
            <div className={lists.buttons}>
              <Ask
                ask={t('webhooksPage.replay')}
                label={t('webhooksPage.replayOf', { type })}
                act={t('webhooksPage.replayNow')}
                effect={t('webhooksPage.replayEffect')}
                done={t('webhooksPage.replayed')}
                run={() => replayDelivery(id)}
              />
            </div>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columnCount}>
            <Attempts deliveryId={id} />
          </td>
        </tr>
      )}
    </>
  )
}

function Attempts({ deliveryId }: { readonly deliveryId: string }) {
  const delivery = useQuery({
    queryKey: ['delivery', deliveryId],
    queryFn: ({ signal }) => readDelivery(deliveryId, signal),
  })
  return (
    <QueryView query={delivery}>
      {({ attemptLog }) => <DeliveryAttempts attempts={attemptLog} />}
    </QueryView>
  )
}
