import { Facts } from '../../components/facts.tsx'
import lists from '../../components/lists.module.css'
import { Section } from '../../components/section.tsx'
import { isLanguage, languages } from '../../language/languages.ts'
import { useWords } from '../../language/use-words.ts'
import { AddressFields, addressIn, useAddressProblems } from '../fields/address-fields.tsx'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import { addressText } from '../orders/address-text.ts'
import { type Company, type CompanyChange, changeCompany } from './details-api.ts'

type Props = { readonly company: Company; readonly mayChange: boolean }

/** Who the company is, what its orders must say, and where its invoices go. */
export function CompanyFacts({ company, mayChange }: Props) {
  return (
    <>
      <Identity company={company} mayChange={mayChange} />
      <BillingAddress company={company} mayChange={mayChange} />
      <OrderRules company={company} mayChange={mayChange} />
    </>
  )
}

function Identity({ company, mayChange }: Props) {
  const { t, language } = useWords()
  const { name, vatId, country, currency, timeZone, locale } = company
  return (
    <Section title={t('companyDetails.identity')}>
      <Facts
        facts={[
          [t('ourCompany.name'), name],
          [t('companyDetails.vatId'), vatId ?? t('companyDetails.noVatId')],
          [t('companyDetails.country'), nameOf(language, 'region', country)],
          [t('companyDetails.currency'), nameOf(language, 'currency', currency)],
          [t('companyDetails.timeZone'), timeZone],
          [
            t('companyDetails.language'),
            isLanguage(locale) ? languages[locale] : t('companyDetails.noLanguage'),
          ],
        ]}
      />
      {mayChange && (
        <div className={lists.more}>
          <Ask
            ask={t('ourCompany.change')}
            label={t('companyDetails.changeIdentity')}
            act={t('ourCompany.save')}
            run={(form) => changeCompany(company, identityIn(form))}
          >
            <IdentityFields company={company} />
          </Ask>
        </div>
      )}
    </Section>
  )
}

function nameOf(language: string, type: 'region' | 'currency', code: string): string {
  const name = new Intl.DisplayNames([language], { type }).of(code)
  return name === undefined || name === code ? code : `${name} (${code})`
}

function IdentityFields({ company }: Pick<Props, 'company'>) {
  const { t } = useWords()
  const { name, vatId, country, currency, timeZone, locale = '' } = company
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <>
      <Field label={t('ourCompany.name')}>
        <input name="name" maxLength={200} pattern=".*\S.*" required defaultValue={name} />
      </Field>
      <Field label={t('companyDetails.vatId')} hint={t('companyDetails.vatIdHint')}>
        <input name="vatId" maxLength={15} defaultValue={vatId} />
      </Field>
      <Field label={t('addressBook.field.country')}>
        <input name="country" maxLength={2} required defaultValue={country} />
      </Field>
      <Field label={t('companyDetails.currencyCode')}>
        <input name="currency" maxLength={3} required defaultValue={currency} />
      </Field>
      <Field label={t('companyDetails.timeZone')} hint={t('companyDetails.timeZoneHint')}>
        <select name="timeZone" defaultValue={timeZone}>
          {/* A browser may name a zone in another way than the service. */}
          {!zones.includes(timeZone) && <option value={timeZone}>{timeZone}</option>}
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('companyDetails.language')} hint={t('companyDetails.languageHint')}>
        <select name="locale" defaultValue={locale}>
          <option value="">{t('companyDetails.noLanguage')}</option>
          {Object.entries(languages).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

function identityIn(form: FormData): CompanyChange {
  const locale = form.get('locale')
  return {
    name: textOf(form, 'name'),
    vatId: optionalText(form, 'vatId'),
    country: textOf(form, 'country'),
    currency: textOf(form, 'currency'),
    timeZone: textOf(form, 'timeZone'),
    locale: isLanguage(locale) ? locale : null,
  }
}

function BillingAddress({ company, mayChange }: Props) {
  const { t } = useWords()
  const explain = useAddressProblems()
  const { billingAddress, country } = company
  return (
    <Section title={t('addressBook.billTo')}>
      <p>{billingAddress ? addressText(billingAddress) : t('companyDetails.noBillingAddress')}</p>
      {mayChange && (
        <div className={`${lists.buttons} ${lists.more}`}>
          <Ask
            ask={t('ourCompany.change')}
            label={t('companyDetails.changeBillingAddress')}
            act={t('ourCompany.save')}
            effect={t('companyDetails.billingEffect')}
            run={(form) => changeCompany(company, { billingAddress: addressIn(form) })}
            explain={explain}
          >
            <AddressFields address={billingAddress ?? { country }} />
          </Ask>
          {billingAddress && (
            <Ask
              ask={t('ourCompany.remove')}
              label={t('companyDetails.removeBillingAddress')}
              act={t('companyDetails.removeBillingAddress')}
              effect={t('companyDetails.billingEffect')}
              run={() => changeCompany(company, { billingAddress: null })}
            />
          )}
        </div>
      )}
    </Section>
  )
}

/** What an order of the company must say. */
const required = [
  'poNumberRequired',
  'costCenterRequired',
  'glAccountRequired',
  'projectRequired',
  'requestedDateRequired',
] as const

function OrderRules({ company, mayChange }: Props) {
  const { t, list } = useWords()
  const demanded = required.filter((name) => company[name])
  return (
    <Section title={t('companyDetails.orders')}>
      <Facts
        facts={[
          [
            t('companyDetails.orderMust'),
            demanded.length === 0
              ? t('companyDetails.orderMustNothing')
              : list(demanded.map((name) => t(`companyDetails.must.${name}`))),
          ],
          [
            t('companyDetails.mails'),
            t(company.orderMails ? 'companyDetails.mailsOn' : 'companyDetails.mailsOff'),
          ],
        ]}
      />
      {mayChange && (
        <div className={lists.more}>
          <Ask
            ask={t('ourCompany.change')}
            label={t('companyDetails.changeOrders')}
            act={t('ourCompany.save')}
            effect={t('companyDetails.ordersEffect')}
            run={(form) => changeCompany(company, rulesIn(form))}
          >
            <fieldset className={lists.choices}>
              <legend>{t('companyDetails.orderMust')}</legend>
              {required.map((name) => (
                <label key={name} className={lists.choice}>
                  <input type="checkbox" name={name} defaultChecked={company[name]} />
                  {t(`companyDetails.must.${name}`)}
                </label>
              ))}
            </fieldset>
            <label className={lists.choice}>
              <input type="checkbox" name="orderMails" defaultChecked={company.orderMails} />
              {t('companyDetails.orderMails')}
            </label>
          </Ask>
        </div>
      )}
    </Section>
  )
}

function rulesIn(form: FormData): CompanyChange {
  const names = [...required, 'orderMails'] as const
  return Object.fromEntries(names.map((name) => [name, form.has(name)]))
}
