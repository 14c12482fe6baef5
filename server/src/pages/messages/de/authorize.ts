import type { authorize as english } from '../en/authorize.ts'

export const authorize: Readonly<Record<keyof typeof english, string>> = {
  windowTitle: '{page} – Purveyor',
  'signIn.title': 'Anmelden',
  'signIn.titleAgain': 'Anmelden: bitte prüfen',
  'signIn.headline': 'Melden Sie sich an, um mit {app} fortzufahren',
  'signIn.lead':
    'Die App möchte bei {company} für Sie handeln. Nach der Anmeldung entscheiden Sie, was sie darf.',
  'signIn.email': 'E-Mail-Adresse',
  'signIn.password': 'Passwort',
  'signIn.submit': 'Anmelden',
  'signIn.cancel': 'Ohne Anmeldung zurück zu {app}',
  'signIn.again': 'Melden Sie sich erneut an.',
  'code.title': 'Ihr Code',
  'code.titleAgain': 'Ihr Code: bitte prüfen',
  'code.headline': 'Geben Sie Ihren Code ein',
  'code.app':
    'Öffnen Sie Ihre Authenticator-App und geben Sie die sechs Ziffern für Purveyor ein. Ein Wiederherstellungscode gilt auch.',
  'code.mail':
    'Für Ihr Konto wurden zu viele falsche Passwörter oder Codes eingegeben. Wir haben Ihnen deshalb einen Code per E-Mail geschickt. Geben Sie ihn ein. Ein Wiederherstellungscode gilt auch.',
  'code.recovery':
    'Ihr Konto verlangt einen Passkey. Gehen Sie zurück und melden Sie sich nur damit an, oder geben Sie einen Wiederherstellungscode ein.',
  'code.label': 'Code',
  'code.submit': 'Weiter',
  'passkey.title': 'Ihr Passkey',
  'passkey.headline': 'Verwenden Sie Ihren Passkey',
  'passkey.lead': 'Ihr Gerät bittet Sie, es zu entsperren, und meldet Sie für {app} an.',
  'passkey.failed':
    'Das hat nicht geklappt. Versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.',
  'passkey.submit': 'Passkey verwenden',
  'passkey.insteadPassword': 'Stattdessen mit Passwort anmelden',
  'passkey.signIn': 'Mit einem Passkey anmelden',
  'consent.title': 'Darf {app} für Sie handeln?',
  'consent.titleAgain': 'Bitte prüfen',
  'consent.notYou': 'Nicht Sie?',
  'consent.allow': 'Erlauben',
  'consent.refuse': 'Ablehnen',
  'consent.effect':
    'Die App sieht und tut dies bei {company} wie Sie selbst, 90 Tage lang. Sie können es jederzeit widerrufen.',
  'consent.returnsTo': 'Danach sind Sie zurück bei {place}.',
  'consent.appOnDevice': 'der App auf diesem Gerät',
  'consent.scopes': 'Was die App darf',
  'consent.beyond':
    'Die App hat auch dies angefragt. Ihre Rolle umfasst es nicht, daher erhält sie es nicht:',
  'consent.nothingTicked':
    'Nichts ist ausgewählt. Wählen Sie aus, was die App darf, oder lehnen Sie ab.',
  'scope.products:read.title': 'Produkte ansehen',
  'scope.products:read.text': 'Den Katalog durchsuchen, Preise, Bestände und Bilder sehen.',
  'scope.orders:read.title': 'Ihren Warenkorb und die Bestellungen Ihres Unternehmens sehen',
  'scope.orders:read.text':
    'Warenkörbe, Checkouts und Bestellungen mit Adressen und Preisen lesen.',
  'scope.orders:write.title': 'Für Sie bestellen',
  'scope.orders:write.text':
    'Ihren Warenkorb ändern, zur Kasse gehen, Bestellungen aufgeben, ändern oder stornieren.',
  'scope.payments:read.title': 'Zahlungen sehen',
  'scope.payments:read.text': 'Lesen, was bezahlt, fällig und erstattet ist.',
  'scope.payments:write.title': 'Zahlungen auslösen und erstatten',
  'scope.payments:write.text':
    'Bestellungen zur Zahlung geben, Zahlungen einziehen und Erstattungen verlangen.',
  'scope.support:read.title': 'Support-Tickets lesen',
  'scope.support:read.text': 'Anfragen Ihres Unternehmens an den Support und die Antworten sehen.',
  'scope.support:write.title': 'An den Support schreiben',
  'scope.support:write.text': 'Tickets für Sie öffnen und beantworten.',
  'scope.webhooks:manage.title': 'Ereignisse Ihres Unternehmens weiterleiten',
  'scope.webhooks:manage.text':
    'Adressen wählen, die Ereignisse zu Bestellungen, Zahlungen und Produkten erhalten.',
  'problem.wrongCode':
    'Der Code ist falsch oder bereits verwendet. Warten Sie auf den nächsten und versuchen Sie es erneut.',
  'problem.unknownPasskey':
    'Dieser Passkey gehört zu keinem Konto hier. Melden Sie sich mit Ihrem Passwort an.',
  'problem.credentials':
    'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es erneut.',
  'problem.rateLimited':
    'Zu viele Versuche. Warten Sie {minutes, plural, one {eine Minute} other {# Minuten}} und versuchen Sie es erneut.',
  'problem.mustEnrol':
    'Ihre Rolle verlangt einen zweiten Faktor, und Sie haben noch keinen. Melden Sie sich direkt bei Purveyor an, richten Sie einen ein, und kommen Sie dann zurück.',
  'problem.notMember':
    'Sie gehören nicht zu {company}, und diese App handelt nur für deren Personen. Melden Sie sich mit einem Konto dieses Unternehmens an.',
  'problem.stranger':
    'Sie sind mit einem Konto angemeldet, das nicht zu {company} gehört. Melden Sie sich mit einem Konto dieses Unternehmens an.',
  'message.title': 'Hier geht es nicht weiter',
  'message.advice': 'Gehen Sie zurück zur App und beginnen Sie neu. Die App hat nichts erhalten.',
  'message.forDevelopers': 'Für die Betreiber der App:',
  'error.rateLimited': 'Von hier kamen in kurzer Zeit zu viele Versuche. Warten Sie eine Minute.',
  'error.dependencyDown': 'Ein benötigter Teil ist zurzeit nicht erreichbar.',
  'error.serverError': 'Bei uns ist ein Fehler aufgetreten. Er wurde aufgezeichnet.',
  'error.invalidClient': 'Die App, die Sie hierher geschickt hat, ist unbekannt oder gesperrt.',
  'error.invalidRedirectUri':
    'Die App wollte Sie an eine Adresse schicken, die für sie nicht registriert ist.',
  'error.sessionNotFound':
    'Diese Anmeldung ist bereits beendet, hat zu lange gedauert oder wurde in einem anderen Browser begonnen.',
  'error.other': 'Die Anfrage, die Sie hierher geführt hat, können wir nicht ausführen.',
}
