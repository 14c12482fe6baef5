-- Search: documents with texts in several languages. Such a document has the mark of each of its languages, also of English.

-- One row as soon as there was such a document. A catalogue without one is searched as before.
create table search.mixed_documents (
  present boolean primary key default true constraint mixed_documents_one_row check (present)
);

-- `mixed`: two readings may find the same document.
create or replace view search.readings as
select l.language, case
  when (select count(*) from search.languages) = 1 then null
  when l.language = 'en' then (
    select case when m.mixed then '(' || others.without || ' | ' || quote_literal('=l:en') || ')' else others.without end
    from (
      select string_agg('!' || quote_literal('=l:' || o.language), ' & ' order by o.language) as without
      from search.languages o where o.language <> 'en') as others)
  else quote_literal('=l:' || l.language)
end as own, m.mixed
from search.languages l, (select exists (select from search.mixed_documents) as mixed) as m;

create aggregate search.joined(tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '');

-- What BM25 needs of a document in several languages, from the vector of each: the length of the longest, and of each
-- lexeme its largest frequency. So a document ranks in each language as if it were in that language alone. The codes are
-- those of `search.count_lexemes`.
create function search.count_languages(vectors tsvector[]) returns table (length real, frequencies tsvector)
language sql immutable parallel safe rows 1 as $$
  with counted as materialized (
    select v.nth, u.lexeme, cardinality(u.positions) as places,
      cardinality(u.weights) + 3 * cardinality(array_positions(u.weights, 'A'))
        + cardinality(array_positions(u.weights, 'B')) as weight
    from unnest(vectors) with ordinality as v(vector, nth), unnest(v.vector) as u
  )
  select
    coalesce((select max(each.places) from (select sum(places) as places from counted group by nth) as each), 0)::real,
    coalesce((
      select string_agg(
        '''' || replace(replace(most.lexeme, '\', '\\'), '''', '''''') || ''':' ||
        (array['1', '1C', '1,2C', '1B', '1,2B', '1C,2B', '1A', '1A', '1A', '1,2A', '1,2A', '1,2A', '1,2A', '1C,2A',
          '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1B,2A'])[least(most.weight, 20)], ' ')
      from (select lexeme, max(weight) as weight from counted group by lexeme) as most), '')::tsvector
$$;
