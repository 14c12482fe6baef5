import type { Translation } from '../../../language/translation.ts'
import type { apiKey as english } from '../../en/records/api-key.ts'

export const apiKey: Translation<typeof english> = {
  title: 'API-Schlüssel {id}',
  list: 'API-Schlüssel des Unternehmens',
  none: 'Das Unternehmen hat keinen API-Schlüssel.',
  name: 'Name des Schlüssels',
  nameHint: 'Das System, das ihn verwendet, etwa „ERP, Produktion“.',
  nameMissing: 'Geben Sie einen Namen ein.',
  key: 'Schlüssel',
  scopes: 'Rechte',
  scopesMissing: 'Wählen Sie mindestens ein Recht.',
  effective: 'Rechte, die jetzt gelten',
  owner: 'Besitzer',
  ownerHint: 'Der Schlüssel gilt mit den Rechten dieser Person und solange sie diese hat.',
  networks: 'Netze',
  limit: 'Anfragen je Minute',
  created: 'Erstellt',
  lastUsed: 'Zuletzt genutzt',
  neverUsed: 'Nie',
  usedFrom: '{time} von {network}',
  expires: 'Läuft ab',
  replacedBy: 'Ersetzt durch',
  revoked: 'Widerrufen',
  'state.ACTIVE': 'Aktiv',
  'state.EXPIRED': 'Abgelaufen',
  'state.REVOKED': 'Widerrufen',
  create: 'Dem Unternehmen einen Schlüssel geben',
  createFor: 'API-Schlüssel des Unternehmens erstellen',
  createNow: 'Schlüssel erstellen',
  createEffect:
    'Der Schlüssel wird einmal angezeigt. Das Protokoll des Unternehmens hält fest, dass Sie ihn erstellt haben.',
  madeOnce:
    'Kopieren Sie den Schlüssel jetzt: Er wird nicht noch einmal angezeigt. Senden Sie ihn dem Kunden auf sicherem Weg.',
  revoke: 'Schlüssel widerrufen',
  revokeOf: 'Schlüssel {name} widerrufen',
  revokeSure: 'Widerrufen: Anfragen damit werden sofort abgelehnt',
}
