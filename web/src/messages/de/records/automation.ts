import type { Translation } from '../../../language/translation.ts'
import type { automation as english } from '../../en/records/automation.ts'

export const automation: Translation<typeof english> = {
  title: 'Automatisierung {id}',
  name: 'Name',
  failingSince: 'Pausiert, weil sie nur fehlschlug',
  limit: 'Limit',
  perMinute: '{runs, plural, one {# Lauf pro Minute} other {# Läufe pro Minute}}',
  draft: 'Entwurf',
  changed: 'Letzte Änderung',
  pause: 'Pausieren',
  pauseOf: 'Automatisierung {name} pausieren',
  pauseNow: 'Jetzt pausieren',
  pauseEffect:
    'Kein weiterer Lauf beginnt, und wartende Läufe werden abgebrochen. Das Unternehmen sieht, dass Sie sie pausiert haben.',
  resume: 'Fortsetzen',
  resumeOf: 'Automatisierung {name} fortsetzen',
  resumeNow: 'Jetzt fortsetzen',
  resumeEffect:
    'Sie läuft wieder bei neuen Ereignissen. Handelt sie im Namen einer Person, kann nur diese Person sie fortsetzen.',
  sayWhy: 'Nennen Sie den Grund: Das Protokoll des Unternehmens hält ihn fest.',
  releaseNow:
    '{held, plural, one {Einen zurückgehaltenen Lauf freigeben} other {# zurückgehaltene Läufe freigeben}}',
  definition: 'Was sie tut',
  always: 'Sie hat keine Bedingung.',
  actions: 'Aktionen',
  'action.call_url': 'Ruft eine Adresse auf bei',
  'action.notify': 'Benachrichtigt die Administratoren',
  'action.approve_order': 'Genehmigt die Bestellung',
  'action.hold_order': 'Hält die Bestellung an',
  'action.accept_proposal': 'Nimmt den Vorschlag des Lieferanten innerhalb von Grenzen an',
  'action.add_to_cart': 'Legt Produkte in einen Warenkorb',
  'action.ask_model': 'Fragt ein Sprachmodell',
  'action.create_ticket': 'Eröffnet ein Support-Ticket',
  'action.reply_to_ticket': 'Antwortet auf das Ticket',
  runs: 'Läufe',
  noRuns: 'Sie ist noch nicht gelaufen.',
}
