import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { UsageBar } from '../budgets/usage-bar.tsx'
import parts from '../parts.module.css'
import { AddToCart } from '../product/add-to-cart.tsx'
import { productQuery } from '../product/product-query.ts'
import { UnitPrice } from '../product/unit-price.tsx'
import { unitName } from '../units.ts'
import styles from './contracts.module.css'
import type { Quota } from './contracts-api.ts'

type Props = {
  readonly quota: Quota
  readonly mayOrder: boolean
  /** The forms that change the quota, for those who may. */
  readonly children?: ReactNode
}

/** How much of a quota is called off, and the way to order from it. */
export function QuotaRow({ quota, mayOrder, children }: Props) {
  const words = useWords()
  const { t } = words
  const { coveredId, coveredName, covers, calledOff, held, committed, maximum, left } = quota
  const amount = (text: string) => amountText(words, quota, text)
  return (
    <li className={styles.quota}>
      <strong>{coveredName ?? t('contracts.productGone')}</strong>
      {maximum === undefined ? (
        <span>{t('contracts.calledOff', { calledOff: amount(calledOff) })}</span>
      ) : (
        <>
          <UsageBar
            used={{ amount: calledOff }}
            withMore={{ amount: String(Number(calledOff) + Number(held)) }}
            limit={{ amount: maximum }}
            isExceeded={Number(left) === 0}
          />
          <span>
            {t('contracts.calledOffOf', {
              calledOff: amount(calledOff),
              maximum: amount(maximum),
              left: amount(left ?? '0'),
            })}
          </span>
          <span className={parts.hint}>{t(`contracts.policy.${quota.policy}`)}</span>
        </>
      )}
      {Number(held) > 0 && <span>{t('contracts.held', { held: amount(held) })}</span>}
      {committed !== undefined && (
        <span>{t('contracts.committed', { committed: amount(committed) })}</span>
      )}
      {mayOrder &&
        (covers === 'PRODUCT' ? (
          <OrderProduct productId={coveredId} />
        ) : (
          <Link to="/" search={{ category: coveredId }}>
            {t('contracts.seeProducts')}
          </Link>
        ))}
      {children}
    </li>
  )
}

/** The product at the price of the company. Nothing, if it is no longer for sale. */
function OrderProduct({ productId }: { readonly productId: string }) {
  const { t } = useWords()
  const { data: product } = useQuery(productQuery(productId))
  if (!product) return null
  return (
    <div className={styles.order}>
      <Link to="/products/$productId" params={{ productId }}>
        {t('contracts.seeProduct')}
      </Link>
      <UnitPrice price={product.price} />
      <AddToCart product={product} />
    </div>
  )
}

function amountText(words: Words, { currency, unit }: Quota, amount: string): string {
  if (currency !== undefined) return words.money({ amount, currency })
  const count = words.decimal(amount)
  return unit === undefined ? count : `${count} ${unitName(words, unit)}`
}
