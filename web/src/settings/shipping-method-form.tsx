import { Action } from '../components/action.tsx'
import { useWords } from '../language/use-words.ts'
import {
  addShippingMethod,
  changeShippingMethod,
  type SetShippingMethod,
  type ShippingMethod,
} from './settings-api.ts'

const kinds = ['DELIVERY', 'PICK_UP'] as const

/** Adds a shipping method of the platform, or changes `method`. */
export function MethodForm({ method }: { readonly method?: ShippingMethod }) {
  const { t } = useWords()
  const ask = t(method ? 'settings.shipping.change' : 'settings.shipping.add')
  return (
    <Action
      ask={ask}
      label={method ? t('settings.shipping.changeOf', { name: method.name }) : ask}
      act={t('settings.shipping.save')}
      effect={t('settings.shipping.effect')}
      fields={[
        {
          name: 'name',
          label: 'settings.shipping.method',
          missing: 'settings.shipping.nameMissing',
          maxLength: 100,
          ...(method && { initial: method.name }),
        },
        {
          name: 'kind',
          label: 'settings.shipping.kind',
          choices: kinds.map((value) => ({ value, label: t(`settings.shipping.kind.${value}`) })),
          ...(method && { initial: method.kind }),
        },
        {
          name: 'countries',
          label: 'settings.shipping.countries',
          description: 'settings.shipping.countriesHint',
          initial: method?.countries.join(', ') ?? '',
        },
        {
          name: 'currency',
          label: 'settings.shipping.currency',
          missing: 'settings.shipping.currencyMissing',
          maxLength: 3,
          initial: method?.currency ?? 'EUR',
        },
        {
          name: 'tiers',
          label: 'settings.shipping.cost',
          description: 'settings.shipping.costHint',
          initial: method ? textOf(method.tiers) : '',
        },
        {
          name: 'leadTimeDays',
          label: 'settings.shipping.days',
          missing: 'settings.shipping.daysMissing',
          type: 'number',
          initial: String(method?.leadTimeDays ?? ''),
        },
        {
          name: 'position',
          label: 'settings.shipping.position',
          description: 'settings.shipping.positionHint',
          type: 'number',
          initial: String(method?.position ?? 100),
        },
      ]}
      run={(values) =>
        method ? changeShippingMethod(method.id, bodyOf(values)) : addShippingMethod(bodyOf(values))
      }
    />
  )
}

function bodyOf(values: Readonly<Record<string, string>>): SetShippingMethod {
  const { name = '', kind, countries = '', currency = '', tiers = '' } = values
  return {
    name,
    kind: kind === 'PICK_UP' ? 'PICK_UP' : 'DELIVERY',
    countries: partsOf(countries.toUpperCase(), ','),
    currency: currency.toUpperCase(),
    ...(tiers !== '' && { tiers: tiersOf(tiers) }),
    leadTimeDays: Number(values.leadTimeDays),
    position: Number(values.position || '100'),
  }
}

/** `0: 6.90; 250: 0`. A part that is no tier is sent as it is: the API says what is wrong. */
function tiersOf(text: string): { from: string; price: string }[] {
  return partsOf(text, ';').map((part) => {
    const [from = '', price = ''] = part.includes(':') ? partsOf(part, ':') : ['0', part]
    return { from: from.replace(',', '.'), price: price.replace(',', '.') }
  })
}

function textOf(tiers: ShippingMethod['tiers']): string {
  return tiers.map(({ from, price }) => `${from}: ${price}`).join('; ')
}

function partsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
