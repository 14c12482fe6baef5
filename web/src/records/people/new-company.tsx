import { useNavigate } from '@tanstack/react-router'
import { Action } from '../../components/action.tsx'
import { useWords } from '../../language/use-words.ts'
import { createCompany } from './companies-api.ts'

/** Creates a company and opens its page. */
export function NewCompany() {
  const { t } = useWords()
  const navigate = useNavigate()
  const create = async (values: Readonly<Record<string, string>>) => {
    const { name = '', country = '', currency = '', kind, adminEmail = '' } = values
    const { id } = await createCompany({
      name,
      country: country.toUpperCase(),
      currency: currency.toUpperCase(),
      supplier: kind === 'supplier',
      ...(adminEmail !== '' && { adminEmail }),
    })
    await navigate({ to: '/admin/records/$recordId', params: { recordId: id } })
  }
  return (
    <div>
      <Action
        ask={t('company.new')}
        label={t('company.new')}
        act={t('company.newNow')}
        effect={t('company.newEffect')}
        fields={[
          { name: 'name', label: 'company.name', missing: 'company.nameMissing', maxLength: 200 },
          {
            name: 'country',
            label: 'company.country',
            missing: 'company.countryMissing',
            maxLength: 2,
          },
          {
            name: 'currency',
            label: 'company.currency',
            missing: 'company.currencyMissing',
            initial: 'EUR',
            maxLength: 3,
          },
          {
            name: 'kind',
            label: 'company.kind',
            choices: [
              { value: 'buyer', label: t('company.buyer') },
              { value: 'supplier', label: t('find.companies.supplier') },
            ],
          },
          { name: 'adminEmail', label: 'company.adminEmail', type: 'email', maxLength: 254 },
        ]}
        run={create}
      />
    </div>
  )
}
