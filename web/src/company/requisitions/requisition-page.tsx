import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import type { Me } from '../api.ts'
import { maySource } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { useNames } from '../use-names.ts'
import { Loading, WholePage } from '../whole-page.tsx'
import { ConvertForm } from './convert-form.tsx'
import { Draft } from './draft.tsx'
import { getRequisition, keyOf, type Requisition } from './requisition-api.ts'
import { RequisitionHistory } from './requisition-history.tsx'
import { RequisitionLines } from './requisition-lines.tsx'
import { BuyerSteps, RequesterSteps } from './requisition-steps.tsx'

/** A requisition: its requester writes and submits it, and a buyer makes orders of it. */
export function RequisitionPage({ requisitionId }: { readonly requisitionId: string }) {
  const { data: me } = useMe()
  const requisition = useQuery({
    queryKey: keyOf(requisitionId),
    queryFn: ({ signal }) => getRequisition(requisitionId, signal),
  })
  return (
    <WholePage query={requisition}>
      {(read) => (me ? <ShownRequisition requisition={read} me={me} /> : <Loading />)}
    </WholePage>
  )
}

type Props = { readonly requisition: Requisition; readonly me: Me }

function ShownRequisition({ requisition, me }: Props) {
  const { t } = useWords()
  const { number, title, state, requesterId } = requisition
  const isOwn = requesterId === me.person.id
  const isDraft = isOwn && (state === 'DRAFT' || state === 'RETURNED')
  const isWithBuyers = state === 'SUBMITTED' || state === 'IN_SOURCING'
  const isBuying = isWithBuyers && maySource(me)
  return (
    <Page title={number} headline={`${number} ${title}`}>
      <Answer requisition={requisition} />
      <RequisitionFacts requisition={requisition} />
      {isOwn && <RequesterSteps requisition={requisition} />}
      {isDraft && <Draft requisition={requisition} currency={me.company.currency} />}
      {!isDraft && (
        <RequisitionLines
          requisition={requisition}
          isBuying={isBuying}
          currency={me.company.currency}
        />
      )}
      {isBuying && (
        <Section title={t('requisitionPage.order')}>
          <ConvertForm requisition={requisition} country={me.company.country} />
        </Section>
      )}
      {isBuying && <BuyerSteps requisition={requisition} />}
      <RequisitionHistory requisition={requisition} />
    </Page>
  )
}

/** Why it came back, or was not ordered. */
function Answer({ requisition: { state, history } }: { readonly requisition: Requisition }) {
  const { t } = useWords()
  const last = history.at(-1)
  if (state !== 'RETURNED' && state !== 'REJECTED') return null
  return (
    <p className="notice notice-bad">
      {last?.comment === undefined
        ? t(`requisitionPage.answer.${state}`)
        : t(`requisitionPage.because.${state}`, { comment: last.comment })}
    </p>
  )
}

function RequisitionFacts({ requisition }: { readonly requisition: Requisition }) {
  const { t, day, instant } = useWords()
  const { nameOf } = useNames()
  const { state, requesterId, neededBy, submittedAt, note, shipTo, orderId, orderNumber } =
    requisition
  return (
    <Facts
      facts={[
        [t('ordersPage.state'), t(`requisitions.state.${state}`)],
        [t('requisitionPage.requester'), nameOf(requesterId)],
        [t('requisitions.neededBy'), neededBy && day(neededBy)],
        [t('requisitions.submittedAt'), submittedAt && instant(submittedAt)],
        [
          t('orderPage.shipTo'),
          shipTo &&
            [
              shipTo.company ?? shipTo.name,
              shipTo.line1,
              `${shipTo.postalCode} ${shipTo.city}`,
              shipTo.country,
            ].join(', '),
        ],
        [t('requisitions.note'), note],
        [
          t('requisitionPage.newestOrder'),
          orderId && (
            <Link to="/orders/$orderId" params={{ orderId }}>
              {orderNumber}
            </Link>
          ),
        ],
      ]}
    />
  )
}
