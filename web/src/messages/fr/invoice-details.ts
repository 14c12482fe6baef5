import type { Translation } from '../../language/translation.ts'
import type { invoiceDetails as english } from '../en/invoice-details.ts'

export const invoiceDetails: Translation<typeof english> = {
  title: 'Informations de facturation',
  canSend: 'En tant que fournisseur, l’entreprise peut envoyer {format}.',
  cannotSend:
    'En tant que fournisseur, l’entreprise ne peut pas envoyer {format}. Il manque : {details}.',
  effect:
    'Les nouveaux documents contiennent ces informations. Les documents émis ne changent pas. Un nouveau compte bancaire est annoncé par e-mail à tous les administrateurs de l’entreprise.',
  save: 'Enregistrer les informations',
  undo: 'Annuler mes saisies',
  saved: 'Les informations de facturation sont enregistrées.',
  unchanged: 'Rien n’a été modifié.',
  'group.bankAccount': 'Compte bancaire',
  'group.contact': 'Contact pour les questions de facturation',
  'group.electronicAddress': 'Adresse électronique de facturation',
  'group.registration': 'Numéros d’immatriculation',
  'group.buyer': 'Factures à l’entreprise',
  'field.bankAccount.iban': 'IBAN',
  'field.bankAccount.bic': 'BIC',
  'field.bankAccount.holder': 'Titulaire du compte',
  'field.contact.name': 'Nom',
  'field.contact.phone': 'Téléphone',
  'field.contact.email': 'Adresse e-mail du contact',
  'field.electronicAddress.scheme': 'Schéma',
  'field.electronicAddress.id': 'Adresse',
  'field.legalRegistration': 'Registre du commerce',
  'field.taxRegistration': 'Administration fiscale',
  'field.buyerReference': 'Référence de l’acheteur',
  'field.profile': 'Format des factures',
  'hint.bankAccount.holder': 'Laissez vide pour le nom de l’entreprise.',
  'hint.electronicAddress.scheme':
    'Un code de la liste EAS, par exemple 0088 (GLN), 0204 (Leitweg-ID) ou EM (e-mail).',
  'hint.buyerReference':
    'Figure sur toutes les factures à l’entreprise. Les administrations allemandes utilisent une Leitweg-ID.',
  'hint.profile': 'Les fournisseurs envoient leurs factures à l’entreprise dans ce format.',
  'hint.registration': '{name}, par exemple {example}.',
  'hint.registrationFree': '{name}, 30 caractères au plus.',
  'pattern.contact.email': 'Une adresse e-mail contient un @ suivi d’un domaine.',
  'pattern.electronicAddress.scheme': 'Un schéma a quatre chiffres ou deux lettres majuscules.',
  incomplete:
    '{format} exige d’autres informations sur l’entreprise. Saisissez d’abord : {details}.',
  'detail.electronicAddress': 'une adresse électronique connue du format',
  'detail.contact': 'un contact',
  'detail.billingAddress': 'l’adresse de facturation (par API : PATCH /admin/companies/…)',
  'detail.bankAccount': 'un compte bancaire',
  'detail.buyerReference': 'une référence de l’acheteur',
  'detail.legalRegistration': 'le numéro au registre du commerce',
  'detail.greekTaxMark': 'une marque du fisc grec, que Purveyor ne prend pas en charge',
}
