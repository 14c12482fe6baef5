-- Words of many documents go into the tree together, each word once for all of them, and not each word of each document by
-- itself, which writes the whole list of its places again. Who writes documents settles what is left in the list of
-- pending entries, so that no search has to read that list.
alter index catalog.search_documents_tsv set (fastupdate = on);

-- What BM25 wants of a vector, in one pass: how many places there are, and the same numbers as `catalog.frequencies`
-- makes (see there). Three more for each place in a name and one more for each in a brand makes 4, 2 and 1; most
-- lexemes have one place and need no counting. It returns a table because PostgreSQL makes such a function part of the
-- statement; the other one is called for every row, which took twice as long as its work.
create function catalog.count_lexemes(vector tsvector) returns table (length real, frequencies tsvector)
language sql immutable parallel safe rows 1 as $$
  select coalesce(sum(cardinality(u.positions)), 0)::real, coalesce(string_agg(
    '''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || ''':' ||
    case cardinality(u.weights)
      when 1 then case u.weights[1] when 'A' then '1B' when 'B' then '1C' else '1' end
      else (array['1', '1C', '1,2C', '1B', '1,2B', '1C,2B', '1A', '1A', '1A', '1,2A', '1,2A', '1,2A', '1,2A', '1C,2A',
        '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1B,2A'])[least(
        cardinality(u.weights) + 3 * cardinality(array_positions(u.weights, 'A'))
          + cardinality(array_positions(u.weights, 'B')), 20)]
    end, ' '), '')::tsvector
  from unnest(vector) as u
$$;
