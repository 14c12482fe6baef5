-- Words that buyers use for one another, kept by operators. What a kind of goods is called stands with its category.
create table catalog.synonyms (
  id text collate "C" primary key,
  -- `any`, or the language of the texts that the words are looked for in.
  language text not null,
  -- In lower case; up to four words each. Without `also_find` each stands for all others (two-way).
  words text[] not null,
  -- One-way: whoever looks for one of `words` finds these too, and not the other way round.
  also_find text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint synonyms_language_known check (language in ('any', 'en', 'de', 'fr')),
  constraint synonyms_words_limited check (cardinality(words) between 1 and 20),
  constraint synonyms_also_find_limited check (cardinality(also_find) <= 20),
  constraint synonyms_say_something check (cardinality(words) + cardinality(also_find) >= 2)
);

-- Moves with every change: what a process remembers of the synonyms, and of searches by them, holds for one revision.
create sequence catalog.synonyms_revision;

create function catalog.advance_synonyms_revision() returns trigger language plpgsql as $$
begin
  perform nextval('catalog.synonyms_revision');
  return null;
end
$$;

create trigger synonyms_advance_revision
  after insert or update or delete or truncate on catalog.synonyms
  for each statement execute function catalog.advance_synonyms_revision();

insert into catalog.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad(seed.place::text, 26, '0'), seed.language, seed.words, '{}', now(), now()
from (values
  (1, 'any', array['laptop', 'notebook']),
  (2, 'any', array['tv', 'television']),
  (3, 'en', array['adapter', 'adaptor']),
  (4, 'en', array['gray', 'grey']),
  (5, 'en', array['color', 'colour']),
  (6, 'en', array['fiber', 'fibre']),
  (7, 'en', array['catalog', 'catalogue']),
  (8, 'any', array['aa', 'lr6', 'mignon']),
  (9, 'any', array['aaa', 'lr03']),
  (10, 'de', array['bildschirm', 'monitor']),
  (11, 'de', array['drucker', 'printer']),
  (12, 'de', array['maus', 'mouse']),
  (13, 'de', array['tastatur', 'keyboard']),
  (14, 'de', array['steckdosenleiste', 'mehrfachsteckdose']),
  (15, 'fr', array['ordinateur portable', 'portable']),
  (16, 'fr', array['souris', 'mouse']),
  (17, 'fr', array['clavier', 'keyboard'])
) as seed(place, language, words);
