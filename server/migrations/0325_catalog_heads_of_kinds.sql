-- What is a thing of a category, however its kind is called: a laser printer is a printer, and a lamp for a projector a lamp. Of
-- each noun itself and all it ends in, up to the first word that says what it is for.
create function catalog.heads_of(nouns text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct head order by head), '{}') from (
    select unnest(nouns) as head
    union all
    select array_to_string(words[at:], ' ')
    from unnest(nouns) as noun
    cross join lateral string_to_array(
      regexp_replace(noun, ' (?:for|of|with|für|von|mit|pour|de|avec|à) .*$', ''), ' ') as words
    cross join lateral generate_subscripts(words, 1) as at
  ) as heads
$$;

alter table catalog.categories
  add column heads text[] not null generated always as (catalog.heads_of(nouns)) stored;

create index categories_by_head on catalog.categories using gin (heads);
