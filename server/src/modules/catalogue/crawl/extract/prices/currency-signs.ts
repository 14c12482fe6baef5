import { isCurrency } from '#kernel/money'

/**
 * What shops write for a currency, and its code where the sign means one currency only. An empty code: the sign alone
 * does not say which currency it is. `$` is the dollar of twenty countries, and `kr` the crown of four.
 */
const anywhere: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euros: 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  '￡': 'GBP',
  '₤': '',
  A$: 'AUD',
  AU$: 'AUD',
  BZ$: 'BZD',
  C$: '',
  CA$: 'CAD',
  CAN$: 'CAD',
  CUC$: '',
  GY$: 'GYD',
  HK$: 'HKD',
  J$: 'JMD',
  MOP$: 'MOP',
  MX$: 'MXN',
  NT$: 'TWD',
  NZ$: 'NZD',
  R$: 'BRL',
  RD$: 'DOP',
  S$: 'SGD',
  T$: 'TOP',
  TT$: 'TTD',
  US$: 'USD',
  Z$: '',
  G$: 'GYD',
  $U: 'UYU',
  $b: 'BOB',
  $: '',
  'E£': 'EGP',
  'GH₵': 'GHS',
  '₵': 'GHS',
  'R₣': 'RWF',
  '₣': '',
  zł: 'PLN',
  Kč: 'CZK',
  грн: 'UAH',
  '₴': 'UAH',
  руб: '',
  '₽': 'RUB',
  '₺': 'TRY',
  '₹': 'INR',
  '₨': '',
  र: 'INR',
  ரூ: '',
  රු: 'LKR',
  '₫': 'VND',
  VNĐ: 'VND',
  đ: 'VND',
  '₪': 'ILS',
  'ש״ח': 'ILS',
  'ש"ח': 'ILS',
  "ש'ח": 'ILS',
  'ש.ח': 'ILS',
  원: 'KRW',
  '₩': '',
  円: 'JPY',
  '¥': '',
  元: '',
  圆: '',
  圓: '',
  人民币: 'CNY',
  บาท: 'THB',
  '฿': 'THB',
  '₿': '',
  Ƀ: '',
  '₱': 'PHP',
  '₦': 'NGN',
  '₼': 'AZN',
  '₾': 'GEL',
  ლარი: 'GEL',
  ლ: 'GEL',
  '֏': 'AMD',
  '₸': 'KZT',
  тг: 'KZT',
  '₮': 'MNT',
  '៛': 'KHR',
  '₭': 'LAK',
  '₡': 'CRC',
  '₲': 'PYG',
  '₶': '',
  '৳': 'BDT',
  '؋': 'AFN',
  ƒ: '',
  '﷼': '',
  '¢': '',
  تومان: '',
  ریال: 'IRR',
  ريال: '',
  درهم: '',
  جنيه: '',
  'دينار أردني': 'JOD',
  'دينار كويتي': 'KWD',
  دينار: '',
  نافكا: 'ERN',
  ናቕፋ: 'ERN',
  ብር: 'ETB',
  'د.إ': 'AED',
  'د.ك': 'KWD',
  'د.ب': 'BHD',
  '.د.ب': 'BHD',
  'د.ت': 'TND',
  'د.ج': 'DZD',
  دج: 'DZD',
  'د.م': 'MAD',
  'د.أ': 'JOD',
  'د.ا': 'JOD',
  'د.ع': 'IQD',
  'ع.د': 'IQD',
  'د.ل': 'LYD',
  'ل.د': 'LYD',
  'د.': '',
  'ر.س': 'SAR',
  'ر.ق': 'QAR',
  'ر.ع': 'OMR',
  'ر.ي': 'YER',
  'ج.م': 'EGP',
  'ج.س.': 'SDG',
  'ج.س': 'SDG',
  'ل.س': 'SYP',
  'ل.ل': 'LBP',
  'ش.ج': 'ILS',
  'ش.ص': 'SOS',
}

/** Letters that mean a currency only beside an amount, or as the whole text. */
const beside: Readonly<Record<string, string>> = {
  'B/.': 'PAB',
  'S/.': 'PEN',
  'S/': 'PEN',
  "so'm": 'UZS',
  Sʻ: 'UZS',
  "S'": 'UZS',
  'р.': '',
  р: '',
  Р: '',
  лв: '',
  ден: 'MKD',
  ДЕН: 'MKD',
  дин: 'RSD',
  Дин: 'RSD',
  км: 'BAM',
  с: '',
  ...Object.fromEntries(
    (
      'AR Ar BD Br Bs CFA DT Db Dinara Dh Dhs ESC Esc FBu FCFA FG FRw Fbu Fdj Fr GBp GFr ID KD KM KSh KShs Kr kr Ks ' +
      'LD LEI Lei lei Lek MK MT NT Nfk Nu RF RM Rbl Re Rf Rp Rs SFr SPL Sl TL TSh UM USh VT Vt ZK BTC din franc francs ' +
      'hrn kn kwz lari nis pound pounds som stg yen yuan zl Zł R E D K L P Q q G'
    )
      .split(' ')
      .map((sign): [string, string] => [sign, '']),
  ),
  Dh: '',
  Ft: 'HUF',
  KD: 'KWD',
  KSh: 'KES',
  KShs: 'KES',
  Lek: 'ALL',
  Nu: 'BTN',
  RM: 'MYR',
  Rf: 'MVR',
  Rp: 'IDR',
  SFr: 'CHF',
  TL: 'TRY',
  TSh: 'TZS',
  USh: 'UGX',
  Zł: 'PLN',
  zl: 'PLN',
  hrn: 'UAH',
  lari: 'GEL',
  nis: 'ILS',
  yen: 'JPY',
  yuan: 'CNY',
}

/** Codes that are not current any more, which old pages still show. */
const formerCodes = 'ATS BEF BGN DEM ESP FIM FRF GRD HRK IEP ITL LTL LVL NLG PTE SIT SKK'.split(' ')
/** Codes of currencies that are English words too. They count beside an amount only. */
const words = new Set('ALL TOP TRY CUP GEL PEN MOP SOS COP BAM LAK'.split(' '))

export type CurrencySign = {
  /** As the text has it. */
  readonly sign: string
  /** Letters that are often words: another sign of the text is more likely to be meant. */
  readonly isWeak: boolean
  /** Undefined when the sign stands for several currencies, or for none that is current. */
  readonly currency: string | undefined
}

const codeOrWord = '[A-Za-z]{3}'
/** `AU $` is `AU$`. */
const escapeSign = (sign: string) => sign.replace(/[.$/]/g, '\\$&').replace(/(?<=.)\\\$/, ' ?\\$')
const longestFirst = (one: string, other: string) => other.length - one.length

/** A sign that begins or ends with a letter ends at a letter: `Rs` is not in `Rst`. */
function boundSign(sign: string): string {
  const before = /^\p{L}/u.test(sign) ? '(?<!\\p{L})' : ''
  const hasEndings = sign === 'руб' || sign === 'грн'
  const after = hasEndings ? '(?:лей|ля|ль|\\.)?' : /\p{L}$/u.test(sign) ? '\\.?(?!\\p{L})' : ''
  return `${before}${escapeSign(sign)}${after}`
}

const alternatives = (signs: readonly string[]) =>
  [...signs].sort(longestFirst).map(boundSign).join('|')

const strong = alternatives(Object.keys(anywhere))
const weak = alternatives(Object.keys(beside))
const code = `(?<!\\p{L})${codeOrWord}(?!\\p{L})`
const dollarsOfCode = `${codeOrWord} ?\\$`

const atEnd = new RegExp(`(?:(?<!\\p{L})${dollarsOfCode}|${strong}|${weak}|${code})[ :]*$`, 'u')
/** `AR-1891` is an article number behind a measure, and not the sign of a price. */
const noNumber = '(?!(?<=\\p{L})-\\d{2})'
const atStart = new RegExp(`^[ ]?(?:${strong}|${weak}|${code})${noNumber}`, 'u')
const inside = new RegExp(`${strong}|(?<!\\p{L})[A-Z]{3}(?!\\p{L})`, 'gu')

/** The longest sign with the blanks beside it. */
const reach = 16

/** The sign directly before or behind an amount. */
export function signBeside(text: string, start: number, end: number): CurrencySign | undefined {
  const before = signBefore(text, start)
  const after = before && !before.isWeak ? undefined : signAfter(text, end)
  return after && !(after.isWeak && before) ? after : before
}

/** The sign that ends directly before this place of the text. */
function signBefore(text: string, at: number): CurrencySign | undefined {
  const from = Math.max(0, at - reach)
  // The number itself would be a boundary of a code: `SGD4.90`.
  const [found] = atEnd.exec(text.slice(from, at)) ?? []
  return found === undefined ? undefined : signOf(found)
}

/** The sign that begins directly behind this place of the text. */
function signAfter(text: string, at: number): CurrencySign | undefined {
  const [found] = atStart.exec(text.slice(at, at + reach)) ?? []
  return found === undefined ? undefined : signOf(found)
}

/** The first sign anywhere in the text. Letters that are often words count only when they are the whole text. */
export function signIn(text: string): CurrencySign | undefined {
  const whole = text.trim()
  if (Object.hasOwn(beside, whole.replace(/\.$/, '')) || Object.hasOwn(beside, whole)) {
    return signOf(whole)
  }
  for (const [found] of text.matchAll(inside)) {
    const sign = words.has(found) ? undefined : signOf(found)
    if (sign) return sign
  }
  return undefined
}

/** `$` means the dollar of the code that the same text names: `$1,190.00 AUD`. */
export function withCodeOfDollar(sign: CurrencySign, text: string): CurrencySign {
  if (sign.sign !== '$') return sign
  for (const [found] of text.matchAll(/(?<!\p{L})[A-Z]{2}D(?!\p{L})/gu)) {
    if (isCurrency(found)) return { sign: found, currency: found, isWeak: false }
  }
  return sign
}

function signOf(found: string): CurrencySign | undefined {
  const text = found.trim().replace(/[ :]+$/, '')
  const bare = text.replace(/\.$/, '')
  const compact = bare.replace(/ (?=\$)/, '')
  for (const table of [anywhere, beside]) {
    for (const sign of [text, compact]) {
      if (Object.hasOwn(table, sign))
        return { sign: text, currency: table[sign] || undefined, isWeak: table === beside }
    }
  }
  const stem = /^(?:руб|грн)/.exec(bare)?.[0]
  if (stem)
    return {
      sign: text.startsWith(`${stem}.`) ? `${stem}.` : stem,
      currency: anywhere[stem] || undefined,
      isWeak: false,
    }
  const [, named, dollar] = /^([A-Za-z]{3})( ?\$)?$/.exec(bare) ?? []
  const upper = named?.toUpperCase()
  if (named === undefined || upper === undefined) return undefined
  if (isCurrency(upper)) return { sign: named, currency: upper, isWeak: false }
  if (formerCodes.includes(upper)) return { sign: named, currency: undefined, isWeak: false }
  // A word before the sign: `Was $`.
  return dollar ? { sign: '$', currency: undefined, isWeak: false } : undefined
}
