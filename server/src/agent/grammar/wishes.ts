/** What a message that wants nothing speaks of: deliveries, payments, absences, complaints. */
const reports =
  /(?<!\p{L})(?:paid|(?:your|our|the|for|attached|open) invoices?|invoices? (?:no\.?|number|\d|dated|over)|tracking|arrived?|incomplete|damaged|missing|out of (?:the )?office|on (?:vacation|holiday|leave)|thanks? (?:you )?for (?:your|the)|come back to you|get back to you|complaint|faulty|broken|refund|unsubscribe|newsletter|(?:order )?confirmation|auftragsbestätigung|lieferschein|gutschrift|opening hours|signed|contracts?|vertrag|unterschrieben\p{L}*|stocktake|reminder|inventur|erinnerung|rechnungsadresse|öffnungszeiten|bezahlt|überwiesen|(?:ihre|ihrer|die|der|offene|anbei) rechnung|rechnung (?:nr\.?|\d|vom|über)|mahnung|unvollständig|fehlen|fehlt|beschädigt|defekt|reklamation|reklamieren|rücksendung|nicht im (?:büro|haus)|abwesend|urlaub|vielen dank für|danke für|melden uns|angekommen|eingetroffen|zugestellt|received|not (?:yet )?(?:received|arrived)|wrong (?:item|size|colour)|return(?:ed)?|mailbox|cancelled|decided (?:to go with|against)|erhalten haben|haben wir erhalten|retoure)(?!\p{L})/iu
const wishes =
  /(?:^|[.!?:\n][ \t]{0,3})(?:quote|order|send|supply|offer|get|find|source|deliver)[ ]|(?<!\p{L})(?:needs?|wants?|requires?|looking (?:for|to)|interested in|buy|purchase|(?:would|['’]d) (?:like|love|take|need)|(?:please|pls|kindly|can you|could you|can we|could we|to|and) (?:quote|order|send|supply|offer|provide|add|replace|change|cancel|get|source|do|have|deliver|go ahead|note)|we (?:take|order|accept)|i['’]?ll take|brauch\p{L}*|benötig\p{L}*|bräucht\p{L}*|such(?:en|e)|gesucht|(?:bestellen|bestelle|nehmen|ordern)|hätten? gern\p{L}*|möchten?|würden|anbieten|(?:an)?bieten sie|angebot (?:über|für|zu)|(?:um|ein) angebot|bitte \d\p{L}*|bitte (?:um|noch)? ?(?:lieferung|zusendung) von|unser(?:en)? bedarf|liefern sie|besorgen|die fehlen|fehlende\p{L}*|fehl(?:en|t) uns|uns (?:noch )?fehl(?:en|t)|brauch\p{L}*|we are (?:short of|out of|missing)|run(?:ning)? (?:out|low))(?!\p{L})/iu
/** A message is read this far for its purpose. */
const lengthMax = 4_000

/** Whether a sentence tells something of that kind. */
export function reportsSomething(text: string): boolean {
  return reports.test(text.slice(0, lengthMax))
}

/** Whether a message tells or asks something, and wants no goods. */
export function wantsNothing(text: string): boolean {
  const start = text.slice(0, lengthMax)
  return reports.test(start) && !wishes.test(start)
}
