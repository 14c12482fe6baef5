const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words that say that a buyer wants something. */
export const requestWords = set(
  'nimmt möchte wünscht takes ausgegangen need needs needed require requires want wants looking look searching search find buy purchase order source quote get take carry sell send supply arrange add include ' +
    'brauchen brauche braucht bräuchten bräuchte benötigen benötige benötigt suche suchen sucht gesucht bestellen bestelle kaufen kaufe ' +
    'möchten möchte hätten hätte wollen will nehmen nehme anfrage angebot bedarf führen braucht besorgen beschaffen geht gern gerne hätt bräucht wünschen anbieten bieten schicken senden liefern ' +
    'besoin cherchons voudrions souhaitons commander acheter',
)

/** Words that carry nothing where a phrase begins. */
export const fillersBefore = set(
  "hi hello hey dear good morning afternoon thanks thank regards cheers we we'd we're we'll i i'd i'm i'll us me you your our my they it they'd he she could can would " +
    'should will shall like love to please also then and plus but or so need needs needed require requires want wants have has looking look searching search find finding buy buying ' +
    'purchase order ordering source sourcing quote get getting take taking for after after do does is are am be in of the some any about around approximately ' +
    "approx approx. roughly circa between somewhere minimum min min. ideally another following below pls plz prefer additional new still up at least just now that there this with help let lets let's know price prices offer request rfq a an least most " +
    'item items position line lot meant wrote how much ahead go maybe perhaps vielleicht ihnen bei supplier suppliers vendor lieferant lieferanten anbieter erbeten gewünscht yes sagen say quantities qty qtys no. on interested quotation supply provide send want team all everyone everybody kindly only as well hereby actually rather sorry no nope wait make change increase reduce raise quantity budget total limit again see as before replace replacing ersetzen was what fyi passt so einverstanden perfekt prima super great perfect fine ps nb btw anbei attached enclosed hereby beigefügt price up could use ' +
    'wir ich uns sie mir ihr ihnen es man bitte gern gerne guten tag hallo morgen moin servus grüezi sehr geehrte damen herren herr frau zusammen liebe lieber liebes team ' +
    'brauchen brauche braucht bräuchten bräuchte benötigen benötige benötigt suche suchen sucht gesucht werden wird würden würde bestellen bestelle kaufen kaufe ' +
    'möchten möchte hätten hätte wollen will können könnten kann nehmen nehme anfrage angebot angebote bedarf besorgen beschaffen geht um über von an ' +
    'auf ein eine einen einer einem nen ne der die das den dem und sowie außerdem zusätzlich noch auch dann dazu für unser unsere unseren unserem unserer bitten ' +
    'ca ca. circa etwa ungefähr rund zirka zwischen mindestens mind mind. idealerweise ideal dringend bitten wünschen benötigt haben hat ist sind war im in zu zum zur als nämlich anbieten bieten fragen pos pos. position nr nr. artikel menge ' +
    'wäre wären bestellung anforderung danke vielen dank also ja okay ok yes sure mal neue neuen neuer dafür hiermit aktuell derzeit jetzt insgesamt mit nur doch lieber besser nein stattdessen ändern erhöhen erhöhe senken kostenrahmen gesamtbudget wie erneut wieder ' +
    'nous avons besoin de du il faut voudrions souhaitons cherchons je cherche bonjour veuillez commander acheter',
)

/** Words that carry nothing where a phrase ends. */
export const fillersAfter = set(
  'please bitte an liefern anbieten bestellen kaufen bieten braucht senden schicken zusenden besorgen beschaffen haben thanks danke delivered deliver shipped ship ' +
    'to be for our and by the with of a in or at from needed required now today geliefert gebraucht benötigt und nach für bis zu im in der die das unser unsere unseren unserem ' +
    'werden erhalten need too also auch noch dazu each is are only there bekommen would cost costs could you kosten delivery lieferung versand gern gerne machen sein on as soon we i wir ich it them that ausgegangen angefragt angegeben geordert bestellt yesterday gestern already bereits einkaufen ordern gesucht buy order total altogether gesamt insgesamt overall ausgeben spend investieren von mit zum preis price pro je per vom und',
)

export const colours = set(
  'black white blue red green yellow grey gray orange purple brown pink silver transparent beige ' +
    'schwarz weiß weiss blau rot grün gelb grau orange lila braun rosa silber transparent beige schwarze weiße blaue rote grüne',
)

/** They open a description that follows the goods. */
export const describingWords = set(
  'with without in made from made-of mit ohne aus in not nicht kein keine no non',
)

/** They keep their place in the constraint, because without them it would say the opposite. */
export const negatingWords = set('without ohne not nicht kein keine keinen no non never')

export const pronouns = set(
  'we i you they it is are was will would have has can wir ich sie ihr es ist sind wird werden haben hat kann können please my your call see reply ignore contact note tell write read check rufen siehe melden schreiben',
)

export const articles = set('a an one ein eine einen einem einer nen ne')

/** What a number can count without anybody wanting it, and what a request speaks of besides goods. */
export const notGoods = set(
  'what which stuff things thing see below attached these this those it them same again people persons person employees staff colleagues guests participants customers users sites site offices locations branches stores drop points point addresses address lots lot parcels deliveries delivery shipment ' +
    'days weeks months years hours minutes times options option offers offer quotes quote quotation invoices invoice questions question mails emails email message messages docks floors rooms lumens percent ' +
    'personen mitarbeiter mitarbeiterinnen kollegen kolleginnen leute gäste teilnehmer kunden standorte standorten filialen büros lieferadressen adressen lieferorte lieferungen lieferung pakete sendungen sendung ' +
    'tage tagen wochen monate monaten jahre jahren stunden minuten mal angebote angebot anfrage anfragen rechnungen rechnung fragen frage nachricht nachrichten zimmer etagen stockwerke prozent liste list ' +
    'alle allen beide beiden both each every all jede jeden jedes jeder davon seats seat places plätze sitzplätze arbeitsplätze workplaces vehicles fahrzeuge notes certificates certificate documents lieferscheine lieferschein unterlagen zeugnisse pricing wert mindestbestellwert indication estimate reminder recommendations recommendation number numbers nummer details information infos catalogue catalog katalog datasheet datasheets datenblatt address adresse meeting meetings call calls termin termine auftragswert bestellwert kontoverbindung conditions terms lieferbedingungen zahlungsbedingungen bedingungen confirmation bestätigung auftragsbestätigung tracking status reply rückmeldung feedback help hilfe support advice info angabe angaben terms raum räume room meetings stand uhr uhrzeit problem problems reason reasons grund page pages seite welche welcher welches nennen skonto rabatt discount zahlungsziel ' +
    'bedarf following folgendes folgende folgenden alles everything rest qty qtys quantity quantities menge mengen order bestellung lieferzeit liefertermin spätestens budget price prices preis preise ' +
    'supplier lieferant lieferanten anbieter yesterday gestern today lumen shopping items item artikel position positionen',
)

/** A name of goods has no verb of its own. */
export const finiteVerbs = set(
  'is are was were be been will would has have had does did ist sind war waren wird werden wurde wurden hat hatte hatten bin habe soll sollen',
)

/** Words at the end of what names no goods: `last time`, `minimum order value`. */
export const notGoodsAtEnd = set('time value first last mal copy copies')

/** Properties that a measure before them describes: `2500 kg capacity`, `6 m lengths`. */
export const propertyNouns = set(
  'capacity load length lengths width height depth weight long wide high deep thick diameter power wattage volume bars hubkraft tragkraft traglast länge längen breite höhe tiefe gewicht lang breit hoch tief dick stark durchmesser leistung volumen stangen stücke rollenbreite inhalt fassungsvermögen lumen lumens',
)

/** Words after a number that are no name of goods. */
export const verbs = set(
  'nehmen nehme sagen erbeten fehlen fehlt kommen bekommen hätten würden wären reichen reicht sind ist arrive arrives arrived come comes go goes would are is were was have has stay stays remain changed unverändert unchanged bleiben bleibt genügen please bitte instead ideally preferably',
)

/** Some, and nobody knows how many. */
export const vague = set(
  'few several some paar einige etliche mehrere viele many various diverse lots plenty',
)
