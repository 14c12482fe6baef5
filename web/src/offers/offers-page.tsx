import { Anchor } from '@mantine/core'
import type { OfferRequest } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { SectionMatters } from '../operations/section-matters.tsx'
import { useNow } from '../operations/use-now.ts'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { Answer } from './answer.tsx'
import { listOpenRequests } from './offers-api.ts'

const columns = [
  { title: 'offers.offer' },
  { title: 'offers.shownPrice', isNumber: true },
  { title: 'offers.quantity', isNumber: true },
  { title: 'offers.buyer' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Offer requests for suppliers that have no company here: operators ask them, and confirm or decline. */
export function OffersPage() {
  const { t } = useWords()
  const now = useNow()
  useEndedSession()
  return (
    <Page title={t('shell.page.offers')} headline={t('shell.page.offers')}>
      <SectionMatters section="offers" now={now} />
      <List
        id="offer-requests"
        title="offers.title"
        queryKey={['offer-requests']}
        read={(cursor, signal) => listOpenRequests(cursor, signal)}
        columns={columns}
        row={(request) => <RequestRow key={request.id} request={request} now={now} />}
        none="offers.none"
      />
    </Page>
  )
}

type RowProps = {
  readonly request: OfferRequest
  readonly now: number
}

function RequestRow({ request, now }: RowProps) {
  const { t, number } = useWords()
  const { id, offer, quantity, companyId, country, note, createdAt } = request
  return (
    <tr>
      <th scope="row">
        {offer.name}
        <span className={styles.id}>
          {/^https?:/.test(offer.url) ? (
            <Anchor href={offer.url} rel="noreferrer noopener" target="_blank">
              {offer.source.name}
            </Anchor>
          ) : (
            offer.source.name
          )}
        </span>
        <PartId id={id} />
        {note !== null && <span className={styles.words}>{note}</span>}
      </th>
      <td className={card.number}>
        {offer.price ? (
          <>
            {`${offer.price.amount} ${offer.price.currency}`}
            <span className={styles.words}>{t(`offers.tax.${taxOf(offer.price)}`)}</span>
          </>
        ) : (
          t('offers.noPrice')
        )}
      </td>
      <td className={card.number}>{number(quantity)}</td>
      <td>
        <RecordName id={companyId} /> {country}
      </td>
      <td className={card.number}>
        <Since at={createdAt} now={now} />
      </td>
      <td>
        <Answer request={request} />
      </td>
    </tr>
  )
}

/** Net and gross prices stand below each other in this list. */
function taxOf({ taxIncluded }: { readonly taxIncluded: boolean | null }) {
  if (taxIncluded === null) return 'unknown'
  return taxIncluded ? 'included' : 'excluded'
}
