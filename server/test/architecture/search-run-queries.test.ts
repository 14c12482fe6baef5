import { expect, it } from 'vitest'
import { queriesOf } from '../../scripts/search-run/ask-queries.ts'

it('a table of queries is read with any separator of its cells', () => {
  expect(queriesOf('query_id\tkind\tquery\r\n1\tx\t6" "cable", red\n')).toEqual([
    { id: '1', text: '6" "cable", red', filters: [] },
  ])
  expect(queriesOf('\uFEFFquery,query_id,filter.brand\n"a ""b"", c",2,HP\n')).toEqual([
    { id: '2', text: 'a "b", c', filters: [['brand', 'HP']] },
  ])
  expect(() => queriesOf('id;text\n1;a')).toThrow('query_id and query')
})
