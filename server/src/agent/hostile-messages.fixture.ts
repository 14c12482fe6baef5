const length = 1_000_000

const repeatToLength = (piece: string) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Messages of the largest size that would take long if the time grew faster than their length. */
export const hostileMessages: Readonly<Record<string, string>> = {
  digits: repeatToLength('1'),
  'digits with points': repeatToLength('1.'),
  'numbers in a row': repeatToLength('1 234 '),
  spaces: `5 chairs${' '.repeat(length - 20)}x`,
  'line ends': repeatToLength('\n'),
  'one word': repeatToLength('a'),
  hyphens: repeatToLength('a-'),
  'German number words': repeatToLength('hundert'),
  'English number words': repeatToLength('one hundred and '),
  articles: repeatToLength('a an the of '),
  prepositions: repeatToLength('to in at for the '),
  currencies: repeatToLength('€ '),
  'amounts without end': repeatToLength('EUR 5 per '),
  cities: repeatToLength('to Berlin '),
  'half a date': repeatToLength('in 2 '),
  dates: repeatToLength('by 5 May '),
  'part of a month': repeatToLength('end of '),
  greetings: repeatToLength('hello\n'),
  closings: repeatToLength('thanks\n '),
  addresses: repeatToLength('a@b.'),
  'phone numbers': repeatToLength('+1 (2) '),
  links: repeatToLength('http://'),
  items: repeatToLength('3 chairs, '),
  corrections: repeatToLength('chairs. make that 5 '),
  removals: repeatToLength('remove chairs. '),
  modals: `5 chairs. They must ${repeatToLength('be ')}`.slice(0, length),
  'and after and': repeatToLength('and und '),
  'commas and ands': `we need ${repeatToLength('a, and ')}`.slice(0, length),
  crosses: repeatToLength('3 x '),
  slashes: repeatToLength('3/4'),
  negations: repeatToLength('not without '),
  budgets: repeatToLength('budget 5 total '),
  surrogates: repeatToLength('🪑'),
  combining: repeatToLength('e\u0301'),
  quotes: repeatToLength('"'),
  replaced: repeatToLength('instead of 5 '),
  'people that somebody had': `we had ${repeatToLength('5 people ')}`.slice(0, length),
  'people that somebody paid': `we paid ${repeatToLength('5 people ')}`.slice(0, length),
  'goods without capitals': `wir brauchen ${repeatToLength(', stuhl')}`.slice(0, length),
  'rows without a header': repeatToLength('a,b\n'),
  'aligned numbers': repeatToLength('ab  5\n'),
  'shares of places': `5 chairs: ${repeatToLength('5 to Berlin, 6 of each to Bonn, ')}`.slice(
    0,
    length,
  ),
  'quoted lines': `go ahead\n${repeatToLength('> 5 chairs\n')}`.slice(0, length),
  'numbers in brackets': repeatToLength('chairs (5), '),
  dots: repeatToLength('. '),
  'names before commas': repeatToLength('to Ab, '),
}

const words = (count: number, word: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => word(at)).join('')

/** A later message is read against what the earlier ones said. */
export const hostileConversations: Readonly<Record<string, readonly string[]>> = {
  'many different goods': [words(40_000, (at) => `3 g${at.toString(36)}x, `)],
  'goods that are removed by many words': [
    words(200, (at) => `3 g${at.toString(36)}x, `),
    `remove ${words(40_000, (at) => `w${at.toString(36)} `)}`,
  ],
  'numbers after goods': ['5 chairs', repeatToLength('7, ')],
  'days that do not exist': [repeatToLength('31 feb ')],
  'days with two readings': [repeatToLength('03/04/2026 ')],
  'ranges of money': [repeatToLength('5-7 EUR ')],
  'requests that are declined': ['5 chairs', repeatToLength("we don't need ")],
  'thanks in each line': [repeatToLength('5 chairs\nthanks\n')],
  fractions: [repeatToLength('½ ')],
  'orders with numbers': [repeatToLength('order 500 ')],
  'a long name': [`5 ${repeatToLength('chair ')}`],
}
