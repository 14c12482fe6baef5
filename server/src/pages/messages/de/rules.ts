/** What the account pages say about approval rules. */
export const rules = {
  'rules.title': 'Genehmigungsregeln',
  'rules.about':
    'Jede Regel, die auf eine Bestellung zutrifft, verlangt eine Genehmigung, die mit der kleinsten Position zuerst. Eine Vertretung kann für die Person entscheiden, die sie eingesetzt hat.',
  'rules.none': 'Es gibt keine Regeln. Keine Bestellung braucht eine Genehmigung.',
  'rules.new': 'Neue Regel',
  'rules.change': 'Regel ändern',
  'rules.save': 'Regel speichern',
  'rules.create': 'Regel anlegen',
  'rules.end': 'Regel beenden',
  'rules.endAbout':
    'Neue Bestellungen brauchen diese Genehmigung nicht mehr. Bestellungen, die darauf warten, weiterhin.',
  'rules.waiting':
    'Eine Änderung gilt für neue Bestellungen. Bestellungen, die schon warten, behalten ihre Regel.',
  'rules.when': 'Welche Bestellungen',
  'rules.every': 'Jede Bestellung',
  'rules.whenHint':
    'Eine Bestellung braucht diese Genehmigung, wenn alle ausgefüllten Bedingungen zutreffen. Ohne Bedingung braucht sie jede Bestellung.',
  'rules.who': 'Wer genehmigt',
  'rules.whoHint':
    'Die Schritte folgen aufeinander. Ein Schritt ohne Genehmigende entfällt. Nach dem Speichern gibt es weitere Felder.',
  'rules.times': 'Wie lange',
  'rules.timesHint':
    'In Stunden von Arbeitstagen. Ein leeres Feld bedeutet: 72 Stunden, eine Erinnerung nach einem Drittel und eine Eskalation nach zwei Dritteln der Zeit.',
  'rules.step': 'Schritt {step}',
  'rules.noChoice': 'Keine weitere Angabe',
  'rules.mode.ANY': 'Eine Genehmigung genügt',
  'rules.mode.ALL': 'Alle müssen genehmigen',
  'rules.everyApprover': 'alle mit der Rolle Genehmiger',
  'rules.reduces': 'Sie dürfen Mengen senken und Positionen entfernen',
  'rules.expires':
    'Ohne Entscheidung verfällt eine Bestellung nach {count, plural, one {einer Stunde} other {# Stunden}} von Arbeitstagen.',
  'rules.reminds':
    'Genehmigende werden nach {count, plural, one {einer Stunde} other {# Stunden}} erinnert.',
  'rules.remindsByDefault': 'Genehmigende werden nach einem Drittel der Zeit erinnert.',
  'rules.escalates':
    'Administratoren erhalten nach {count, plural, one {einer Stunde} other {# Stunden}} eine E-Mail und dürfen dann auch entscheiden.',
  'rules.escalatesByDefault':
    'Administratoren erhalten nach zwei Dritteln der Zeit eine E-Mail und dürfen dann auch entscheiden.',
  'rules.field.name': 'Name',
  'rules.field.position': 'Position, von 0 bis 1000 (sonst 100)',
  'rules.field.amount': 'Gesamtbetrag ab, mit Steuer und Versandkosten',
  'rules.field.currency': 'Währung dieses Betrags, zum Beispiel EUR',
  'rules.choice.unitIds': 'Einheit {place} der bestellenden Person',
  'rules.choice.requesterIds': 'Bestellende Person {place}',
  'rules.field.requesterRoles': 'Rolle der bestellenden Person',
  'rules.choice.supplierIds': 'Lieferant {place}',
  'rules.choice.categoryIds': 'Kategorie {place}',
  'rules.field.costCenters': 'Kostenstellen, durch Kommas getrennt',
  'rules.field.glAccounts': 'Sachkonten, durch Kommas getrennt',
  'rules.field.projects': 'Projekte, durch Kommas getrennt',
  'rules.field.flags': 'Außerdem, wenn',
  'rules.field.mode': 'Wie viele Genehmigungen',
  'rules.choice.people': 'Genehmigende Person {place}',
  'rules.field.more': 'Außerdem',
  'rules.field.role': 'Alle mit der Rolle Genehmiger dürfen genehmigen',
  'rules.field.mayReduce': 'Sie dürfen Mengen senken und Positionen entfernen',
  'rules.field.timeoutHours': 'Stunden, bis eine Bestellung ohne Entscheidung verfällt',
  'rules.field.remindAfterHours': 'Stunden bis zu einer Erinnerung',
  'rules.field.escalateAfterHours': 'Stunden, bis Administratoren entscheiden dürfen',
  'rule.amountFrom': 'Der Gesamtbetrag ist {amount} oder mehr.',
  'rule.list.unitIds': 'Die bestellende Person gehört zu {values} oder zu einer Einheit darunter.',
  'rule.list.requesterIds': 'Die bestellende Person ist {values}.',
  'rule.list.requesterRoles': 'Die bestellende Person hat die Rolle {values}.',
  'rule.list.supplierIds': 'Mindestens eine Position ist von {values}.',
  'rule.list.categoryIds':
    'Mindestens eine Position ist in {values} oder in einer Kategorie darunter.',
  'rule.list.costCenters':
    'Die Bestellung oder eine ihrer Positionen ist für die Kostenstelle {values}.',
  'rule.list.glAccounts': 'Mindestens eine Position ist für das Sachkonto {values}.',
  'rule.list.projects': 'Mindestens eine Position ist für das Projekt {values}.',
  'rule.flag.firstOrderFromSupplier':
    'Mindestens eine Position ist von einem Lieferanten, bei dem das Unternehmen noch nichts gekauft hat.',
  'rule.flag.aboveLastPrice':
    'Der Preis mindestens einer Position liegt über dem zuletzt bezahlten.',
  'rule.flag.offContract':
    'Mindestens eine Position wird an einem Rahmenvertrag mit einem anderen Lieferanten vorbei gekauft.',
  'rule.flag.freeTextLines':
    'Mindestens eine Position wurde in einer Bedarfsmeldung mit Worten beschrieben.',
}
