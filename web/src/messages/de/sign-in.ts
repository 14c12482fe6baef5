import type { Translation } from '../../language/translation.ts'
import type { signIn as english } from '../en/sign-in.ts'

export const signIn: Translation<typeof english> = {
  windowTitle: '{page} · Purveyor-Betrieb',
  title: 'Anmelden',
  headline: 'Anmeldung zum Betrieb',
  lead: 'Für Operatoren dieses Dienstes.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  signIn: 'Anmelden',
  'missing.email': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'missing.password': 'Geben Sie Ihr Passwort ein.',
  'missing.digits': 'Geben Sie die sechs Ziffern ein.',
  'missing.recoveryCode': 'Geben Sie einen Wiederherstellungscode ein.',
  'missing.mailCode': 'Geben Sie den Code aus der E-Mail ein.',
  'refused.credentials':
    'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es erneut.',
  'refused.noOperator':
    'Dieses Konto gehört keinem Operator. Melden Sie sich mit einem Operatorkonto an, oder bitten Sie einen Operator um dieses Recht.',
  'refused.malformed':
    'Das ist keine gültige E-Mail-Adresse mit Passwort. Prüfen Sie beides und versuchen Sie es erneut.',
  'refused.unavailable':
    'Der Dienst ist zurzeit nicht erreichbar, daher kann sich niemand anmelden. Versuchen Sie es gleich noch einmal.',
  'step.title': 'Noch ein Schritt',
  'step.continue': 'Weiter',
  'step.back': 'Zurück',
  'totp.lead': 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt anzeigt.',
  'totp.label': 'Code der App',
  'totp.turnTo': 'Authenticator-App verwenden',
  'recoveryCode.lead': 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.',
  'recoveryCode.label': 'Wiederherstellungscode',
  'recoveryCode.turnTo': 'Wiederherstellungscode verwenden',
  'mailCode.lead':
    'Für dieses Konto wurden zu viele falsche Passwörter oder Codes eingegeben. Deshalb brauchen wir den Code aus einer E-Mail, die wir Ihnen geschickt haben. Jeder Code gilt einmal und 60 Minuten lang.',
  'mailCode.label': 'Code aus der E-Mail',
  'mailCode.turnTo': 'Code aus der E-Mail verwenden',
  'enrol.title': 'Zweiten Faktor einrichten',
  'enrol.lead':
    'Operatoren melden sich mit einem Passwort und einem Code einer Authenticator-App an.',
  'enrol.begin': 'Authenticator-App hinzufügen',
  'enrol.key':
    'Geben Sie diesen Schlüssel in Ihrer Authenticator-App ein, oder <link>öffnen Sie die App auf diesem Gerät</link>.',
  'enrol.confirm': 'Bestätigen',
  'codes.title': 'Bewahren Sie Ihre Wiederherstellungscodes auf',
  'codes.lead':
    'Mit jedem können Sie sich einmal ohne die App anmelden. Wir zeigen sie nur jetzt an.',
  'codes.kept': 'Ich habe sie aufbewahrt',
  'stepUp.money': 'Eine Erstattung bewegt Geld. Bestätigen Sie, dass Sie es sind.',
  'stepUp.label': 'Identität bestätigen',
  'stepUp.save':
    'Ihre Anmeldung liegt mehr als fünf Minuten zurück. Bestätigen Sie Ihre Identität, dann werden die Angaben gespeichert.',
  'stepUp.code': 'Code Ihrer Authenticator-App',
  'stepUp.password': 'Ihr Passwort',
  'stepUp.change':
    'Ihre Anmeldung ist mehr als fünf Minuten her. Bestätigen Sie, dass Sie es sind. Danach wird die Änderung ausgeführt.',
}
