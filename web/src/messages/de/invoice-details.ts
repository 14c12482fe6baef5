import type { Translation } from '../../language/translation.ts'
import type { invoiceDetails as english } from '../en/invoice-details.ts'

export const invoiceDetails: Translation<typeof english> = {
  title: 'Rechnungsangaben',
  canSend: 'Als Lieferant kann das Unternehmen {format} senden.',
  cannotSend: 'Als Lieferant kann das Unternehmen {format} nicht senden. Es fehlt: {details}.',
  effect:
    'Neue Dokumente enthalten diese Angaben. Ausgestellte Dokumente bleiben unverändert. Über ein neues Bankkonto werden alle Administratoren des Unternehmens per E-Mail informiert.',
  save: 'Rechnungsangaben speichern',
  undo: 'Eingaben verwerfen',
  saved: 'Die Rechnungsangaben sind gespeichert.',
  unchanged: 'Es wurde nichts geändert.',
  'group.bankAccount': 'Bankkonto',
  'group.contact': 'Ansprechpartner für Fragen zu Rechnungen',
  'group.electronicAddress': 'Elektronische Adresse für Rechnungen',
  'group.registration': 'Registernummern',
  'group.buyer': 'Rechnungen an das Unternehmen',
  'field.bankAccount.iban': 'IBAN',
  'field.bankAccount.bic': 'BIC',
  'field.bankAccount.holder': 'Kontoinhaber',
  'field.contact.name': 'Name',
  'field.contact.phone': 'Telefon',
  'field.contact.email': 'E-Mail-Adresse des Ansprechpartners',
  'field.electronicAddress.scheme': 'Schema',
  'field.electronicAddress.id': 'Adresse',
  'field.legalRegistration': 'Handelsregister',
  'field.taxRegistration': 'Finanzamt',
  'field.buyerReference': 'Käuferreferenz',
  'field.profile': 'Format der Rechnungen',
  'hint.bankAccount.holder': 'Leer lassen für den Namen des Unternehmens.',
  'hint.electronicAddress.scheme':
    'Ein Code der EAS-Liste, z. B. 0088 (GLN), 0204 (Leitweg-ID) oder EM (E-Mail).',
  'hint.buyerReference':
    'Steht auf allen Rechnungen an das Unternehmen. Behörden in Deutschland nutzen eine Leitweg-ID.',
  'hint.profile': 'Lieferanten senden dem Unternehmen Rechnungen in diesem Format.',
  'hint.registration': '{name}, z. B. {example}.',
  'hint.registrationFree': '{name}, höchstens 30 Zeichen.',
  'pattern.contact.email': 'Eine E-Mail-Adresse hat ein @ und dahinter eine Domain.',
  'pattern.electronicAddress.scheme': 'Ein Schema hat vier Ziffern oder zwei Großbuchstaben.',
  incomplete:
    '{format} erfordert weitere Angaben des Unternehmens. Geben Sie zuerst ein: {details}.',
  'detail.electronicAddress': 'eine elektronische Adresse, die das Format kennt',
  'detail.contact': 'ein Ansprechpartner',
  'detail.billingAddress': 'die Rechnungsadresse (per API: PATCH /admin/companies/…)',
  'detail.bankAccount': 'ein Bankkonto',
  'detail.buyerReference': 'eine Käuferreferenz',
  'detail.legalRegistration': 'die Handelsregisternummer',
  'detail.greekTaxMark':
    'eine Kennung der griechischen Steuerbehörde, die Purveyor nicht unterstützt',
}
