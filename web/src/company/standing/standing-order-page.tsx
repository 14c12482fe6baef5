import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import type { Me } from '../api.ts'
import parts from '../parts.module.css'
import { productQuery } from '../product/product-query.ts'
import { isAdministrator } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { useNames } from '../use-names.ts'
import { Loading, WholePage } from '../whole-page.tsx'
import { scheduleInWords } from './schedule-in-words.ts'
import { getStandingOrder, type StandingOrder, standingKey } from './standing-api.ts'
import { StandingRuns } from './standing-runs.tsx'
import { NextDates, StandingSteps } from './standing-steps.tsx'

/** A standing order: what it orders, on which dates, and what became of them. */
export function StandingOrderPage({ standingOrderId }: { readonly standingOrderId: string }) {
  const { data: me } = useMe()
  const standing = useQuery({
    queryKey: standingKey(standingOrderId),
    queryFn: ({ signal }) => getStandingOrder(standingOrderId, signal),
  })
  return (
    <WholePage query={standing}>
      {(read) => (me ? <ShownStandingOrder standing={read} me={me} /> : <Loading />)}
    </WholePage>
  )
}

type Props = { readonly standing: StandingOrder; readonly me: Me }

function ShownStandingOrder({ standing, me }: Props) {
  const { t } = useWords()
  const { name, state, lines } = standing
  const mayChange = standing.ownerId === me.person.id || isAdministrator(me)
  return (
    <Page title={name} headline={name}>
      <StandingFacts standing={standing} />
      {mayChange && state !== 'ENDED' && <StandingSteps standing={standing} />}
      <Section title={t('orderPage.lines')}>
        <ul className={parts.box}>
          {lines.map(({ productId, quantity }) => (
            <LineRow key={productId} productId={productId} quantity={quantity} />
          ))}
        </ul>
      </Section>
      <NextDates standing={standing} mayChange={mayChange} />
      <StandingRuns standing={standing} mayChange={mayChange} />
    </Page>
  )
}

function StandingFacts({ standing }: { readonly standing: StandingOrder }) {
  const words = useWords()
  const { t, money } = words
  const { nameOf } = useNames()
  const { state, reason, ownerId, schedule, maxTotal, shipTo, poNumber, costCenter } = standing
  return (
    <Facts
      facts={[
        [t('ordersPage.state'), t(`standing.state.${state}`)],
        [t('standing.because'), reason && t(`standing.reason.${reason}`)],
        [t('standing.owner'), nameOf(ownerId)],
        [t('standing.schedule'), scheduleInWords(words, schedule)],
        [t('standing.maxTotal'), money(maxTotal)],
        [
          t('orderPage.shipTo'),
          [shipTo.company ?? shipTo.name, shipTo.line1, `${shipTo.postalCode} ${shipTo.city}`].join(
            ', ',
          ),
        ],
        [t('ordersPage.poNumber'), poNumber],
        [t('orderPage.costCenter'), costCenter],
      ]}
    />
  )
}

type LineProps = { readonly productId: string; readonly quantity: number }

/** The lines name their products by id. A product that is no longer for sale keeps it as its name. */
function LineRow({ productId, quantity }: LineProps) {
  const { t, number } = useWords()
  const { data: product } = useQuery({
    ...productQuery(productId),
    staleTime: 60_000,
  })
  return (
    <li>
      <Link to="/products/$productId" params={{ productId }}>
        {t('checkoutPage.line', { quantity: number(quantity), name: product?.name ?? productId })}
      </Link>
    </li>
  )
}
