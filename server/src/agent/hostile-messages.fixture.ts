const length = 1_000_000

const filled = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Messages of the largest size that would take long if the time grew faster than their length. */
export const hostileMessages: Readonly<Record<string, string>> = {
  digits: filled('1'),
  'digits with points': filled('1.'),
  'numbers in a row': filled('1 234 '),
  spaces: `5 chairs${' '.repeat(length - 20)}x`,
  'line ends': filled('\n'),
  'one word': filled('a'),
  hyphens: filled('a-'),
  'German number words': filled('hundert'),
  'English number words': filled('one hundred and '),
  articles: filled('a an the of '),
  prepositions: filled('to in at for the '),
  currencies: filled('€ '),
  'amounts without end': filled('EUR 5 per '),
  cities: filled('to Berlin '),
  'half a date': filled('in 2 '),
  dates: filled('by 5 May '),
  'part of a month': filled('end of '),
  greetings: filled('hello\n'),
  closings: filled('thanks\n '),
  addresses: filled('a@b.'),
  'phone numbers': filled('+1 (2) '),
  links: filled('http://'),
  items: filled('3 chairs, '),
  corrections: filled('chairs. make that 5 '),
  removals: filled('remove chairs. '),
  modals: `5 chairs. They must ${filled('be ')}`.slice(0, length),
  'and after and': filled('and und '),
  'commas and ands': `we need ${filled('a, and ')}`.slice(0, length),
  crosses: filled('3 x '),
  slashes: filled('3/4'),
  negations: filled('not without '),
  budgets: filled('budget 5 total '),
  surrogates: filled('🪑'),
  combining: filled('e\u0301'),
  quotes: filled('"'),
  replaced: filled('instead of 5 '),
  'people that somebody had': `we had ${filled('5 people ')}`.slice(0, length),
  'people that somebody paid': `we paid ${filled('5 people ')}`.slice(0, length),
  'goods without capitals': `wir brauchen ${filled(', stuhl')}`.slice(0, length),
  'rows without a header': filled('a,b\n'),
  'aligned numbers': filled('ab  5\n'),
  'shares of places': `5 chairs: ${filled('5 to Berlin, 6 of each to Bonn, ')}`.slice(0, length),
  'quoted lines': `go ahead\n${filled('> 5 chairs\n')}`.slice(0, length),
  'numbers in brackets': filled('chairs (5), '),
  dots: filled('. '),
  'names before commas': filled('to Ab, '),
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
  'numbers after goods': ['5 chairs', filled('7, ')],
  'days that do not exist': [filled('31 feb ')],
  'days with two readings': [filled('03/04/2026 ')],
  'ranges of money': [filled('5-7 EUR ')],
  'requests that are declined': ['5 chairs', filled("we don't need ")],
  'thanks in each line': [filled('5 chairs\nthanks\n')],
  fractions: [filled('½ ')],
  'orders with numbers': [filled('order 500 ')],
  'a long name': [`5 ${filled('chair ')}`],
}
