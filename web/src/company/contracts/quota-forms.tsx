import { useState } from 'react'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { useCategories } from '../approval-rules/use-categories.ts'
import { Ask } from '../fields/ask.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import { useMe } from '../use-me.ts'
import { findOwnProduct, type Quota, type Quotas, replaceQuotas } from './contracts-api.ts'

type Terms = Parameters<typeof replaceQuotas>[1][number]

/** An administrator of the supplier changes what a quota commits and limits, or removes it. */
export function QuotaForms({ quota, all }: { readonly quota: Quota; readonly all: Quotas }) {
  const { t } = useWords()
  const name = quota.coveredName ?? t('contracts.productGone')
  const others = all.quotas.filter(({ id }) => id !== quota.id).map(termsOf)
  return (
    <div className={lists.buttons}>
      <Ask
        ask={t('contracts.change')}
        label={t('contracts.changeOf', { name })}
        act={t('contracts.save')}
        effect={t('contracts.effect')}
        run={(form) =>
          replaceQuotas(seenIn(form, all), [...others, { ...coveredBy(quota), ...limitsIn(form) }])
        }
      >
        <SeenVersion version={all.version} />
        <LimitFields quota={quota} />
      </Ask>
      <Ask
        ask={t('contracts.remove')}
        label={t('contracts.removeOf', { name })}
        act={t('contracts.removeNow')}
        run={() => replaceQuotas(all, others)}
      />
    </div>
  )
}

/** An administrator of the supplier adds a quota for a product or a category. */
export function AddQuota({ all }: { readonly all: Quotas }) {
  const { t } = useWords()
  const { data: me } = useMe()
  if (!me) return null
  const add = async (form: FormData) => {
    const covered = await coveredIn(form, me.company.id)
    const measure = measureIn(form, me.company.currency)
    await replaceQuotas(seenIn(form, all), [
      ...all.quotas.map(termsOf),
      { ...covered, ...measure, ...limitsIn(form) },
    ])
  }
  return (
    <div className={`${lists.buttons} ${lists.more}`}>
      <Ask
        ask={t('contracts.add')}
        act={t('contracts.addNow')}
        effect={t('contracts.effect')}
        run={add}
      >
        <SeenVersion version={all.version} />
        <CoveredFields currency={me.company.currency} />
        <LimitFields />
      </Ask>
    </div>
  )
}

function CoveredFields({ currency }: { readonly currency: string }) {
  const { t } = useWords()
  const [sku, setSku] = useState('')
  const categories = useCategories()
  return (
    <>
      <Field label={t('contracts.sku')} hint={t('contracts.skuHint')}>
        <input
          name="sku"
          maxLength={100}
          value={sku}
          onChange={({ currentTarget: { value } }) => setSku(value)}
        />
      </Field>
      {sku.trim() === '' && (
        <Field label={t('contracts.category')}>
          <select name="categoryId" required>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={t('contracts.measure')}>
        <select name="measure">
          <option value="QUANTITY">{t('contracts.measure.QUANTITY')}</option>
          <option value="VALUE">{t('contracts.measure.VALUE', { currency })}</option>
        </select>
      </Field>
    </>
  )
}

/** The version of the contract when the form was opened: whoever has changed it meanwhile wins. */
function SeenVersion({ version }: Pick<Quotas, 'version'>) {
  const [seen] = useState(version)
  return <input type="hidden" name="version" value={seen} />
}

function seenIn(form: FormData, all: Quotas): Quotas {
  return { ...all, version: Number(textOf(form, 'version')) }
}

function LimitFields({ quota }: { readonly quota?: Quota }) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('contracts.commits')} hint={t('contracts.commitsHint')}>
        <DecimalInput name="committed" maxLength={16} initial={quota?.committed} />
      </Field>
      <Field label={t('contracts.limits')} hint={t('contracts.limitsHint')}>
        <DecimalInput name="maximum" maxLength={16} initial={quota?.maximum} />
      </Field>
      <Field label={t('contracts.beyond')}>
        <select name="policy" defaultValue={quota?.policy ?? 'REFUSE'}>
          <option value="REFUSE">{t('contracts.policy.REFUSE')}</option>
          <option value="WARN">{t('contracts.policy.WARN')}</option>
        </select>
      </Field>
    </>
  )
}

/** What the API takes of a quota that stays as it is. */
function termsOf(quota: Quota): Terms {
  const { committed, maximum, policy } = quota
  return {
    ...coveredBy(quota),
    ...(committed !== undefined && { committed }),
    ...(maximum !== undefined && { maximum }),
    policy,
  }
}

/** What a quota is about, which never changes. */
function coveredBy({ covers, coveredId, measure, currency, unit }: Quota) {
  return {
    ...(covers === 'PRODUCT' ? { productId: coveredId } : { categoryId: coveredId }),
    ...(covers === 'CATEGORY' && unit !== undefined && { unit }),
    ...(currency !== undefined && { currency }),
    measure,
  }
}

/** An unknown article number goes to the API as it is: its refusal says so. */
async function coveredIn(form: FormData, supplierId: string) {
  const sku = optionalText(form, 'sku')
  if (sku === null) return { categoryId: textOf(form, 'categoryId') }
  return { productId: (await findOwnProduct(supplierId, sku))?.id ?? sku }
}

function measureIn(form: FormData, currency: string) {
  if (textOf(form, 'measure') !== 'VALUE') return { measure: 'QUANTITY' } as const
  return { measure: 'VALUE', currency } as const
}

function limitsIn(form: FormData) {
  const committed = optionalText(form, 'committed')
  const maximum = optionalText(form, 'maximum')
  const policy = textOf(form, 'policy') === 'WARN' ? ('WARN' as const) : ('REFUSE' as const)
  return { ...(committed && { committed }), ...(maximum && { maximum }), policy }
}
