-- Searches find external offers by their words, and products by their numbers.

-- The words of a text in the languages of suppliers, each with and without its endings.
create function crawl.words_in(text text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', text) || to_tsvector('english', text) || to_tsvector('german', text) || to_tsvector('french', text)
$$;

-- Name, brand and numbers. Descriptions mention many other things.
create function crawl.words_of_offer(name text, data jsonb, gtins text[]) returns tsvector language sql immutable parallel safe as $$
  select crawl.words_in(name || ' ' || coalesce(data ->> 'brand', '') || ' ' || coalesce(data ->> 'mpn', '') || ' ' || coalesce(data ->> 'sku', ''))
    || array_to_tsvector(gtins)
$$;

-- All words of a query, in any one of the languages.
create function crawl.query_of(text text) returns tsquery language sql immutable parallel safe as $$
  select plainto_tsquery('simple', text) || plainto_tsquery('english', text)
    || plainto_tsquery('german', text) || plainto_tsquery('french', text)
$$;

create index offers_by_words on crawl.offers using gin (crawl.words_of_offer(name, data, gtins)) where state = 'LISTED';
-- The part number alone: brands are written in many ways.
create index offers_by_part_number on crawl.offers (split_part(part, '|', 2)) where part is not null and state = 'LISTED';
create index offers_by_own_id on crawl.offers (id);
