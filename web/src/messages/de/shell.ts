import type { Translation } from '../../language/catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  windowTitle: '{page} · Purveyor',
  'page.operations': 'Betrieb',
  'page.orders': 'Bestellungen',
  'page.automations': 'Automatisierungen',
  'page.offers': 'Angebote',
  'page.support': 'Support',
  'page.crawl': 'Crawls',
  'page.find': 'Suchen',
  'page.chat': 'Chat',
  pages: 'Seiten',
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  signOut: 'Abmelden',
  loading: 'Wird geladen',
  tryAgain: 'Erneut versuchen',
  cannotBeShown: 'Diese Seite kann nicht angezeigt werden',
  'notFound.title': 'Seite nicht gefunden',
  'notFound.headline': 'Unter dieser Adresse gibt es keine Seite',
  'notFound.advice': 'Prüfen Sie die Adresse, oder öffnen Sie <link>Betrieb</link>.',
  failed: 'Fehler',
  'error.page': 'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu.',
  'error.rateLimited':
    'Von hier kamen zu viele Anfragen. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es dann erneut.',
  'error.unreachable':
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'error.timedOut': 'Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut.',
  'session.ended': 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.',
  'session.signedOut': 'Sie sind abgemeldet.',
  'session.signedOutHere':
    'Sie sind in diesem Browser abgemeldet. Der Dienst hat nicht geantwortet. Ihre Sitzung dort läuft von selbst ab.',
  'session.notSignedOut':
    'Der Dienst hat nicht geantwortet. Schließen Sie dieses Browserfenster, um die Sitzung hier zu beenden.',
  justNow: 'gerade eben',
  ago: 'vor {duration}',
  yes: 'Ja',
  no: 'Nein',
}
