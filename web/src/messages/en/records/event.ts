export const event = {
  title: 'Event {id}',
  type: 'What happened',
  about: 'Record',
  occurred: 'Time',
  sequence: 'Number in the company',
  data: 'Data',
}
