export const compare = {
  title: 'Compare',
  choose: 'Compare',
  chooseOf: 'Compare {name}',
  chosen:
    '{count, plural, one {# product is chosen} other {# products are chosen}}, at most {most}.',
  clear: 'Choose none',
  none: 'Choose products in the catalogue first.',
  more: 'Back to the catalogue',
  onlyDifferences: 'Only what differs',
  availability: 'Availability',
}
