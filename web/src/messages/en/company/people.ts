export const people = {
  left: 'Somebody who has left the company',
  integration: 'An integration',
}
