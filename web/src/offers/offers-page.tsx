import { Anchor } from '@mantine/core'
import type { OfferRequest } from '../api-types.ts'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import { useNow } from '../components/use-now.ts'
import { useWords } from '../language/use-words.ts'
import { SectionMatters } from '../operations/section-matters.tsx'
import { PartId } from '../records/part-id.tsx'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { Answer } from './answer.tsx'

const list = listOf('/api/v1/supplier/offer-requests')

/** Offer requests for suppliers that have no company here: operators ask them, and confirm or decline. */
export function OffersPage() {
  const { t } = useWords()
  const now = useNow()
  useEndedSession()
  return (
    <Page title={t('shell.page.offers')} headline={t('shell.page.offers')}>
      <SectionMatters section="offers" now={now} />
      <RouteList
        list={list}
        id="offer-requests"
        title="offers.title"
        query={{ state: 'REQUESTED' }}
        now={now}
        ages={['createdAt']}
        cells={{ id: (request) => <Offer request={request} /> }}
        without={['offer.name', 'expiresAt']}
        extra={{ title: 'offers.shownPrice', cell: (request) => <Price request={request} /> }}
        action={(request) => <Answer request={request} />}
        none="offers.none"
      />
    </Page>
  )
}

type Props = { readonly request: OfferRequest }

function Offer({ request: { id, offer, note } }: Props) {
  return (
    <>
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
    </>
  )
}

function Price({ request: { offer } }: Props) {
  const { t } = useWords()
  if (!offer.price) return t('offers.noPrice')
  return (
    <>
      {`${offer.price.amount} ${offer.price.currency}`}
      <span className={styles.words}>{t(`offers.tax.${taxOf(offer.price)}`)}</span>
    </>
  )
}

/** Net and gross prices stand below each other in this list. */
function taxOf({ taxIncluded }: { readonly taxIncluded: boolean | null }) {
  if (taxIncluded === null) return 'unknown'
  return taxIncluded ? 'included' : 'excluded'
}
