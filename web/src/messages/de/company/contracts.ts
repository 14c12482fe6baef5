import type { Translation } from '../../../language/translation.ts'
import type { contracts as english } from '../../en/company/contracts.ts'

export const contracts: Translation<typeof english> = {
  title: 'Verträge',
  one: 'Vertrag {reference}',
  none: 'Ihre Firma hat noch keinen Vertrag. Lieferanten legen sie an.',
  reference: 'Vertrag',
  with: 'Mit',
  validity: 'Gültig',
  since: 'seit {from}',
  between: '{from} bis {until}',
  'state.DRAFT': 'Entwurf',
  'state.ACTIVE': 'Aktiv',
  'state.ENDED': 'Beendet',
  quotas: 'Kontingente',
  noQuotas:
    'Der Vertrag hat keine Kontingente: Er verpflichtet zu keinen Mengen und begrenzt keine.',
  productGone: 'Ein Produkt, das nicht mehr verkauft wird',
  calledOff: '{calledOff} abgerufen.',
  calledOffOf: '{calledOff} von höchstens {maximum} abgerufen. Es bleiben {left}.',
  held: '{held} sind an der Kasse reserviert.',
  committed: 'Zugesagt: {committed}.',
  'policy.REFUSE': 'Bestellungen über das Maximum hinaus werden abgelehnt.',
  'policy.WARN': 'Bestellungen über das Maximum hinaus erhalten eine Warnung.',
  seeProduct: 'Zum Produkt',
  seeProducts: 'Zu seinen Produkten',
  callOffs: 'Was daraus bestellt wurde',
  noCallOffs: 'Aus diesem Vertrag wurde noch nichts bestellt.',
  covered: 'Zählt für',
  value: 'Wert',
}
