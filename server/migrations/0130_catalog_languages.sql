-- Texts of products are read in the language they are written in: German by the stems of German, and so on.

alter table catalog.products
  add column language text not null default 'en'
  constraint products_language_shape check (language ~ '^[a-z]{2}$');

-- Stop words are told by their accents (`für`), stems are made without: whoever types none finds the same.
create text search dictionary catalog.german_stops (template = pg_catalog.simple, stopwords = german, accept = false);
create text search dictionary catalog.french_stops (template = pg_catalog.simple, stopwords = french, accept = false);

create text search configuration catalog.de_product (copy = pg_catalog.german);
alter text search configuration catalog.de_product
  alter mapping for hword, hword_part, word with catalog.german_stops, unaccent, german_stem;

create text search configuration catalog.fr_product (copy = pg_catalog.french);
alter text search configuration catalog.fr_product
  alter mapping for hword, hword_part, word with catalog.french_stops, unaccent, french_stem;

-- Every other language: words as they stand.
create text search configuration catalog.any_product (copy = pg_catalog.simple);
alter text search configuration catalog.any_product
  alter mapping for hword, hword_part, word with unaccent, simple;

-- `ue` is how `ü` is typed where there is none, and `unaccent` makes `u` of the latter. Not after a vowel or a q, where it
-- is none: `Steuer`, `Quelle`. The same for a text and for a query, so what is folded once too often still meets.
create function catalog.german(text text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(text, '\mfuer\M', 'für', 'gi'), '\mueber\M', 'über', 'gi'),
    '(?<![aeiouq])([aou])e', '\1', 'gi')
$$;

create function catalog.vector_of(language text, text text) returns tsvector language sql immutable parallel safe as $$
  select case language
    when 'en' then to_tsvector('catalog.en_product', text)
    when 'de' then to_tsvector('catalog.de_product', catalog.german(text))
    when 'fr' then to_tsvector('catalog.fr_product', text)
    else to_tsvector('catalog.any_product', text)
  end
$$;

-- All words, in any place.
create function catalog.words_of(language text, text text) returns tsquery language sql immutable parallel safe as $$
  select case language
    when 'en' then plainto_tsquery('catalog.en_product', text)
    when 'de' then plainto_tsquery('catalog.de_product', catalog.german(text))
    when 'fr' then plainto_tsquery('catalog.fr_product', text)
    else plainto_tsquery('catalog.any_product', text)
  end
$$;

-- These words in this order.
create function catalog.phrase_of(language text, text text) returns tsquery language sql immutable parallel safe as $$
  select case language
    when 'en' then phraseto_tsquery('catalog.en_product', text)
    when 'de' then phraseto_tsquery('catalog.de_product', catalog.german(text))
    when 'fr' then phraseto_tsquery('catalog.fr_product', text)
    else phraseto_tsquery('catalog.any_product', text)
  end
$$;

-- Languages that search documents are, or were, read in: a query is read in each of them.
create table catalog.search_languages (
  language text primary key constraint search_languages_known check (language in ('en', 'de', 'fr', 'any'))
);
insert into catalog.search_languages (language)
select 'en' where exists (select 1 from catalog.search_documents);

-- A document that is not English has `=l:` and its language among its lexemes. `own` is the condition that a document is of
-- the language; null where there is no other.
create view catalog.search_readings as
select l.language, case
  when (select count(*) from catalog.search_languages) = 1 then null
  when l.language = 'en' then (
    select string_agg('!' || quote_literal('=l:' || o.language), ' & ' order by o.language)
    from catalog.search_languages o where o.language <> 'en')
  else quote_literal('=l:' || l.language)
end as own
from catalog.search_languages l;
