import type { Translation } from '../../language/translation.ts'
import type { offers as english } from '../en/offers.ts'

export const offers: Translation<typeof english> = {
  title: 'Offene Angebotsanfragen',
  none: 'Keine Angebotsanfrage wartet auf eine Antwort.',
  offer: 'Angebot',
  shownPrice: 'Preis auf der Seite',
  noPrice: 'kein Preis',
  'tax.unknown': 'ohne Angabe der Steuer',
  'tax.included': 'mit Steuer',
  'tax.excluded': 'ohne Steuer',
  quantity: 'Menge',
  buyer: 'Käufer',
  answer: 'Antworten',
  confirm: 'Bestätigen: Der Lieferant verkauft zu diesem Preis.',
  decline: 'Ablehnen: Es gibt kein Angebot.',
  unitPrice: 'Preis einer Einheit, ohne Steuer',
  currency: 'Währung',
  validUntil: 'Letzter Tag des Preises (UTC)',
  leadTimeDays: 'Tage bis zum Versand',
  reason: 'Grund, den der Käufer liest',
  incomplete: 'Geben Sie Preis, Währung, letzten Tag und Tage bis zum Versand ein.',
  confirmed: '{name} ist bestätigt. Der Käufer kann bestellen.',
  declined: 'Die Anfrage zu {name} ist abgelehnt.',
}
