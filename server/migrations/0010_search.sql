-- Search: the documents of the products, the words that they are found by, and streamed searches.
create schema search;

-- Words lose their accents, so that a query without accents finds the same. A stop word (`für`) is recognised by its
-- accents, so stop words come first.
create text search dictionary search.german_stops (template = pg_catalog.simple, stopwords = german, accept = false);
create text search dictionary search.french_stops (template = pg_catalog.simple, stopwords = french, accept = false);

create text search configuration search.en_product (copy = pg_catalog.english);
alter text search configuration search.en_product
  alter mapping for hword, hword_part, word with unaccent, english_stem;

create text search configuration search.de_product (copy = pg_catalog.german);
alter text search configuration search.de_product
  alter mapping for hword, hword_part, word with search.german_stops, unaccent, german_stem;

create text search configuration search.fr_product (copy = pg_catalog.french);
alter text search configuration search.fr_product
  alter mapping for hword, hword_part, word with search.french_stops, unaccent, french_stem;

-- Every other language: the words as they are written.
create text search configuration search.any_product (copy = pg_catalog.simple);
alter text search configuration search.any_product
  alter mapping for hword, hword_part, word with unaccent, simple;

-- People type `ue` on a keyboard without `ü`, and `unaccent` turns `ü` into `u`. After a vowel or a q it is no umlaut:
-- `Steuer`, `Quelle`. A text and a query are treated the same, so a wrong replacement still matches.
create function search.german(text text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(text, '\mfuer\M', 'für', 'gi'), '\mueber\M', 'über', 'gi'),
    '(?<![aeiouq])([aou])e', '\1', 'gi')
$$;

create function search.vector_of(language text, text text) returns tsvector language sql immutable parallel safe as $$
  select case language
    when 'en' then to_tsvector('search.en_product', text)
    when 'de' then to_tsvector('search.de_product', search.german(text))
    when 'fr' then to_tsvector('search.fr_product', text)
    else to_tsvector('search.any_product', text)
  end
$$;

-- All of these words, anywhere.
create function search.words_of(language text, text text) returns tsquery language sql immutable parallel safe as $$
  select case language
    when 'en' then plainto_tsquery('search.en_product', text)
    when 'de' then plainto_tsquery('search.de_product', search.german(text))
    when 'fr' then plainto_tsquery('search.fr_product', text)
    else plainto_tsquery('search.any_product', text)
  end
$$;

-- These words in this order.
create function search.phrase_of(language text, text text) returns tsquery language sql immutable parallel safe as $$
  select case language
    when 'en' then phraseto_tsquery('search.en_product', text)
    when 'de' then phraseto_tsquery('search.de_product', search.german(text))
    when 'fr' then phraseto_tsquery('search.fr_product', text)
    else phraseto_tsquery('search.any_product', text)
  end
$$;

-- BM25 needs the frequency of each lexeme in a document, where a word of the name counts 4, of the brand 2, and of other
-- text 1. `ts_rank` reads a vector fast, but counts differently: the largest weight in full, the first place in full,
-- later places little. So the frequency is written as up to two places with labels. With the weights {1/8, 2/8, 4/8, 1}
-- `ts_rank` makes a code of them: 1 to 6, 8, 9, 10 or 12. The last three codes mean 12, 16 and 24:
-- `greatest(code, 4 * code - 24)`.
create function search.frequencies(vector tsvector) returns tsvector language sql immutable parallel safe as $$
  select coalesce(string_agg(
    '''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || ''':' ||
    (array['1', '1C', '1,2C', '1B', '1,2B', '1C,2B', '1A', '1A', '1A', '1,2A', '1,2A', '1,2A', '1,2A', '1C,2A',
      '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1C,2A', '1B,2A'])[least(
      (select sum(case weight when 'A' then 4 when 'B' then 2 else 1 end) from unnest(u.weights) as weight), 20)],
    ' '), '')::tsvector
  from unnest(vector) as u
$$;

-- What BM25 needs of a vector, in one pass: the number of places, and the same numbers as `search.frequencies`. Three
-- more for each place in a name and one more for each place in a brand make 4, 2 and 1. Most lexemes have one place and
-- need no count. The function returns a table, because PostgreSQL makes such a function a part of the statement. A call
-- of the other one for each row took twice as long as its work.
create function search.count_lexemes(vector tsvector) returns table (length real, frequencies tsvector)
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

-- One row for each product on sale: the words that find it, and a copy of what filters need, so that each filter is
-- applied before candidates are cut off. The transaction that writes a product also writes its document. There is no
-- foreign key, because it would look up each product again: a tenth of the work of an import.
create table search.documents (
  product_id text collate "C" primary key,
  supplier_company_id text collate "C" not null,
  brand text not null,
  category_ids text[] not null,
  ship_to text[] not null,
  -- `label=value` of the attributes that are useful as filters.
  traits text[] not null,
  price numeric(20, 6) not null,
  currency text not null,
  released_on date not null,
  -- The name as it is sorted: lower case, without accents.
  name_key text collate "C" not null,
  -- The number of places in `tsv`, for the length norm of BM25.
  length real not null,
  -- Each lexeme with its places and weights. It finds documents, and phrases in them.
  tsv tsvector not null,
  -- The same lexemes, each with its weighted frequency in place of its places: see `search.frequencies`.
  frequencies tsvector not null,
  -- The version of the analysis that made the document. A background job renews the documents of an older version.
  analysis integer not null default 1
) with (toast_tuple_target = 8160);

-- Uncompressed, and in the row where they fit: the ranking reads them for each candidate.
alter table search.documents alter column tsv set storage external;
alter table search.documents alter column frequencies set storage external;

-- The words of many documents enter the tree together, each word once for all of them. Whoever writes documents empties
-- the pending list, so that no search has to read it. An import adds some thousands of documents at a time, next to
-- those that others write. The limit keeps a copy from emptying the list halfway, with the memory of one statement.
create index documents_tsv on search.documents using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 16384);
-- Short documents have indexes of their own, one for each step of their length. A search for common words reads the
-- shortest documents first.
create index documents_words_15 on search.documents using gin (tsv) where length <= 15;
create index documents_words_22 on search.documents using gin (tsv) where length > 15 and length <= 22;
create index documents_words_34 on search.documents using gin (tsv) where length > 22 and length <= 34;
create index documents_words_52 on search.documents using gin (tsv) where length > 34 and length <= 52;
create index documents_by_release on search.documents (released_on desc, product_id desc);
create index documents_by_name on search.documents (name_key, product_id);
create index documents_by_price on search.documents (price, product_id);
create index documents_by_brand on search.documents (brand);
-- Suggestions go from one brand to the next, as people type them, and read no products.
create index documents_by_brand_key on search.documents ((lower(brand) collate "C"));
create index documents_by_category on search.documents using gin (category_ids);

-- Part numbers, article numbers and GTINs, in lower case and without separators.
create table search.identifiers (
  product_id text collate "C" not null,
  kind text not null,
  value text collate "C" not null,
  constraint identifiers_pkey primary key (product_id, kind, value),
  constraint identifiers_kind_known check (kind in ('mpn', 'sku', 'gtin'))
);

create index identifiers_by_value on search.identifiers (value, product_id);
create index identifiers_near on search.identifiers using gin (value gin_trgm_ops) with (gin_pending_list_limit = 16384);

create function search.remove_products() returns trigger language plpgsql as $$
begin
  delete from search.documents d using gone where d.product_id = gone.id;
  delete from search.identifiers i using gone where i.product_id = gone.id;
  return null;
end
$$;

create trigger products_remove_search
  after delete on products.products referencing old table as gone
  for each statement execute function search.remove_products();

-- Statistics of the documents, renewed after a load. A word that they do not contain counts as rare.
create table search.terms (
  lexeme text collate "C" primary key,
  documents integer not null
);

create table search.words (
  word text collate "C" primary key,
  documents integer not null
);

create index words_near on search.words using gin (word gin_trgm_ops);

-- One row.
create table search.totals (
  name text primary key constraint totals_is_one check (name = 'documents'),
  documents integer not null,
  average_length real not null,
  refreshed_at timestamptz
);
insert into search.totals (name, documents, average_length, refreshed_at) values ('documents', 0, 1, null);

create trigger documents_note after insert or update or delete or truncate on search.documents
  for each statement execute function products.note_change('documents');
-- New statistics weigh words differently, and correct other words.
create trigger totals_note after insert or update on search.totals
  for each statement execute function products.note_change('documents');
-- A process keeps the numbers of products in the categories, and reads them again after this.
create trigger totals_note_kinds after insert or update on search.totals
  for each statement execute function products.note_change('kinds');

-- How far the renewal of the documents of an older analysis has come.
create table search.reindex_passes (
  -- The version that the documents get.
  analysis integer primary key,
  -- The documents that were out of date when the pass began.
  total integer not null,
  documents_done integer not null,
  -- The last product that it has come to.
  place text collate "C" not null,
  completed_at timestamptz
);

-- The languages of the documents, now or in the past. A query is read in each of them.
create table search.languages (
  language text primary key constraint languages_known check (language in ('en', 'de', 'fr', 'any'))
);

-- A document that is not English has the lexeme `=l:` with its language. `own` is the condition that a document is in the
-- language. Null: there is no other language.
create view search.readings as
select l.language, case
  when (select count(*) from search.languages) = 1 then null
  when l.language = 'en' then (
    select string_agg('!' || quote_literal('=l:' || o.language), ' & ' order by o.language)
    from search.languages o where o.language <> 'en')
  else quote_literal('=l:' || l.language)
end as own
from search.languages l;

-- Streamed searches: the request, and each event that was sent about it. The row is the job.
create table search.searches (
  company_id text not null,
  id text collate "C" not null,
  -- The person, or the integration behind an API key.
  owner_id text not null,
  state text not null
    constraint searches_state_known check (state in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- The filters, as they were checked when the search was made.
  request jsonb not null,
  -- How far each source has come, so that another worker continues from there.
  sources jsonb not null,
  -- Events are numbered from 1 without gaps: the row is locked while an event is written.
  last_event integer not null constraint searches_last_event_positive check (last_event > 0),
  products integer not null constraint searches_products_not_negative check (products >= 0),
  failure_code text,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  ended_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
  primary key (company_id, id),
  constraint searches_id_unique unique (id),
  constraint searches_ended_when_over check ((state = 'RUNNING') = (ended_at is null)),
  constraint searches_lease_whole check ((lease_token is null) = (lease_until is null))
) with (fillfactor = 70);

create index searches_due on search.searches (available_at, id) where state = 'RUNNING';
create index searches_running_by_company on search.searches (company_id) where state = 'RUNNING';
create index searches_ended on search.searches (ended_at) where state <> 'RUNNING';
create index searches_after_deaths on search.searches (id) where deaths >= 2;

create table search.events (
  company_id text not null,
  search_id text collate "C" not null,
  event integer not null,
  kind text not null,
  -- The number of products in it.
  products integer not null,
  -- As it is sent. json keeps the text, and no query looks into it.
  data json not null,
  primary key (company_id, search_id, event),
  constraint events_of_search foreign key (company_id, search_id)
    references search.searches (company_id, id) on delete cascade
);

-- A search sends each product once, whichever source found it and however often another worker took the search over.
create table search.found_products (
  company_id text not null,
  search_id text collate "C" not null,
  product_id text collate "C" not null,
  primary key (company_id, search_id, product_id),
  constraint found_products_of_search foreign key (company_id, search_id)
    references search.searches (company_id, id) on delete cascade
);

-- Words that buyers use for the same thing. Operators edit them. The names of a kind of goods are in its category.
create table search.synonyms (
  id text collate "C" primary key,
  -- The language of the texts in which the words are looked for, or `any`.
  language text not null,
  -- In lower case, up to four words each. Without `also_find` each of them finds all others.
  words text[] not null,
  -- One-way: a search for one of `words` finds these too. A search for these does not find `words`.
  also_find text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint synonyms_language_known check (language in ('any', 'en', 'de', 'fr')),
  constraint synonyms_words_limited check (cardinality(words) between 1 and 20),
  constraint synonyms_also_find_limited check (cardinality(also_find) <= 20),
  constraint synonyms_say_something check (cardinality(words) + cardinality(also_find) >= 2)
);

-- Increases with each change of the synonyms. What a process keeps of them, and of searches with them, is true for one
-- revision.
create sequence search.synonyms_revision;

create function search.advance_synonyms_revision() returns trigger language plpgsql as $$
begin
  perform nextval('search.synonyms_revision');
  return null;
end
$$;

create trigger synonyms_advance_revision
  after insert or update or delete or truncate on search.synonyms
  for each statement execute function search.advance_synonyms_revision();

-- The words of the trade in English, German and French, for offices, workshops and households. We wrote them ourselves.
-- A group is for one language if its words mean something else in another: German alone calls a mobile phone `handy`.
-- A group is one-way if only one direction is true: a screen may also be a projection screen.
insert into search.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad(number::text, 26, '0'), language, words::text[], also_find::text[], now(), now()
from (values
  (1, 'en', '{fiber, fibre}', '{}'),
  (2, 'en', '{catalog, catalogue}', '{}'),
  (3, 'any', '{aa, lr6, mignon}', '{}'),
  (4, 'any', '{aaa, lr03}', '{}'),
  (5, 'fr', '{ordinateur portable, portable}', '{}'),
  (6, 'any', '{laptop, notebook, laptop computer, notebook computer, pc portable, ordinateur portable}', '{}'),
  (7, 'any', '{monitor, computer monitor, computer screen, computer display, bildschirm, moniteur, ecran}', '{}'),
  (8, 'any', '{printer, drucker, imprimante}', '{}'),
  (9, 'any', '{mouse, maus, souris}', '{}'),
  (10, 'any', '{keyboard, tastatur, clavier}', '{}'),
  (11, 'any', '{smartphone, mobile phone, cell phone, cellphone, mobiltelefon, telephone mobile, telephone portable}', '{}'),
  (12, 'any', '{processor, cpu, prozessor, processeur}', '{}'),
  (13, 'any', '{server, serveur}', '{}'),
  (14, 'any', '{laser printer, laserdrucker, imprimante laser}', '{}'),
  (15, 'any', '{microphone, mikrofon}', '{}'),
  (16, 'any', '{extension cable, extension cord, extension lead, verlangerungskabel, rallonge}', '{}'),
  (17, 'any', '{wlan, wifi, wireless lan}', '{}'),
  (18, 'any', '{battery, batterie}', '{}'),
  (19, 'any', '{ring binder, lever arch file, ordner, aktenordner, classeur}', '{}'),
  (20, 'any', '{vacuum cleaner, hoover, staubsauger, aspirateur}', '{}'),
  (21, 'any', '{refrigerator, fridge, kuhlschrank, refrigerateur}', '{}'),
  (22, 'any', '{screw, schraube}', '{}'),
  (23, 'any', '{cordless screwdriver, akkuschrauber, visseuse}', '{}'),
  (24, 'any', '{spanner, wrench, schraubenschlussel}', '{}'),
  (25, 'any', '{pliers, zange}', '{}'),
  (26, 'any', '{red, rot, rouge}', '{}'),
  (27, 'any', '{yellow, gelb, jaune}', '{}'),
  (28, 'any', '{aluminium, aluminum}', '{}'),
  (29, 'de', '{handy, smartphone, mobiltelefon}', '{}'),
  (30, 'en', '{screen, display}', '{monitor}'),
  (31, 'any', '{cartridge, kartusche, patrone, cartouche}', '{}'),
  (32, 'any', '{ink, tinte, encre}', '{}'),
  (33, 'any', '{external, extern, externe}', '{}'),
  (34, 'any', '{paper, papier}', '{}'),
  (35, 'any', '{black, schwarz, noir, noire}', '{}'),
  (36, 'any', '{white, weiss, weiß, blanc, blanche}', '{}'),
  (37, 'any', '{blue, blau, bleu, bleue}', '{}'),
  (38, 'any', '{green, grun, vert, verte}', '{}'),
  (39, 'any', '{gray, grey, grau, gris, grise}', '{}'),
  (40, 'any', '{tv, television, tv set, telly, fernseher, fernsehgerat, televiseur}', '{}'),
  (41, 'any', '{adapter, adaptor, adaptateur, zwischenstecker}', '{}'),
  (42, 'any', '{power strip, power bar, extension socket, steckdosenleiste, steckerleiste, mehrfachsteckdose, multiprise, bloc multiprise}', '{}'),
  (43, 'any', '{usb flash drive, usb stick, usb drive, usb key, usb pen, flash drive, memory stick, thumb drive, thumbdrive, pen drive, pendrive, cle usb}', '{}'),
  (44, 'any', '{hard drive, hard disk, hard disk drive, harddisk, hdd, festplatte, disque dur}', '{}'),
  (45, 'any', '{solid state drive, solid state disk, ssd, ssd festplatte, disque ssd}', '{}'),
  (46, 'any', '{memory card, flash card, speicherkarte, carte memoire}', '{}'),
  (47, 'any', '{memory module, ram module, computer memory, arbeitsspeicher, speichermodul, memoire vive, barrette memoire}', '{}'),
  (48, 'any', '{graphics card, graphic card, graphics adapter, video card, gpu, grafikkarte, carte graphique}', '{}'),
  (49, 'any', '{motherboard, mainboard, hauptplatine, carte mere}', '{}'),
  (50, 'any', '{desktop computer, desktop pc, tischrechner, ordinateur bureau, ordinateur de bureau, unite centrale}', '{}'),
  (51, 'any', '{inkjet printer, ink jet printer, tintenstrahldrucker, tintendrucker, imprimante jet encre, imprimante a jet encre}', '{}'),
  (52, 'any', '{multifunction printer, multifunctional, all in one printer, printer scanner copier, mfp, multifunktionsdrucker, multifunktionsgerat, imprimante multifonction}', '{}'),
  (53, 'any', '{label printer, label machine, etikettendrucker, imprimante etiquette}', '{}'),
  (54, 'any', '{label maker, labeller, labeler, label writer, beschriftungsgerat, etiketteuse, titreuse}', '{}'),
  (55, 'any', '{label tape, labelling tape, schriftband, beschriftungsband, ruban titreuse, ruban etiqueteuse}', '{}'),
  (56, 'any', '{toner cartridge, toner kit, tonerkartusche, tonerkassette, cartouche toner}', '{}'),
  (57, 'any', '{ink cartridge, printer ink, tintenpatrone, druckerpatrone, druckertinte, cartouche encre, cartouche jet encre}', '{}'),
  (58, 'any', '{copy paper, copier paper, printer paper, printing paper, office paper, kopierpapier, druckerpapier, papier imprimante, papier photocopie}', '{}'),
  (59, 'any', '{projector, video projector, beamer, projektor, videoprojecteur, projecteur, retroprojecteur}', '{}'),
  (60, 'any', '{projector lamp, replacement lamp, beamerlampe, projektorlampe, lampe videoprojecteur}', '{}'),
  (61, 'any', '{headphone, kopfhorer, casque, casque audio, ecouteur}', '{}'),
  (62, 'any', '{speaker, loudspeaker, lautsprecher, haut parleur, enceinte}', '{}'),
  (63, 'any', '{mouse pad, mousepad, mouse mat, mousemat, mauspad, mausmatte, tapis souris, tapis de souris}', '{}'),
  (64, 'any', '{docking station, dockingstation, docking, port replicator, notebook dock, station accueil}', '{}'),
  (65, 'any', '{laptop bag, laptop case, notebook bag, notebook case, laptoptasche, notebooktasche, sacoche ordinateur, housse ordinateur, sacoche pc portable}', '{}'),
  (66, 'any', '{backpack, rucksack, sac a dos, sac dos}', '{}'),
  (67, 'any', '{camera, kamera, appareil photo}', '{}'),
  (68, 'any', '{cable, kabel, leitung}', '{}'),
  (69, 'any', '{network cable, ethernet cable, lan cable, internet cable, netzwerkkabel, lan kabel, cable reseau, cable ethernet}', '{}'),
  (70, 'any', '{patch cable, patch cord, patch lead, patchkabel, cordon brassage, cordon de brassage}', '{}'),
  (71, 'any', '{fibre optic cable, fiber optic cable, optical fibre cable, glasfaserkabel, lichtwellenleiter, lwl kabel, cable fibre optique, jarretiere optique}', '{}'),
  (72, 'any', '{network card, network adapter, network interface card, nic, netzwerkkarte, netzwerkadapter, carte reseau, adaptateur reseau}', '{}'),
  (73, 'any', '{network switch, ethernet switch, netzwerkswitch, commutateur, commutateur reseau}', '{}'),
  (74, 'any', '{access point, wireless access point, zugangspunkt, point acces}', '{}'),
  (75, 'any', '{uninterruptible power supply, ups, usv, onduleur, battery backup, alimentation sans interruption}', '{}'),
  (76, 'any', '{power supply unit, psu, power supply, netzteil, bloc alimentation}', '{}'),
  (77, 'any', '{power adapter, ac adapter, power brick, laptop charger, notebook charger, laptop power supply, notebook power supply, laptop netzteil, laptopnetzteil, notebook netzteil, notebooknetzteil, chargeur pc portable}', '{}'),
  (78, 'any', '{surge protector, surge suppressor, surge arrester, uberspannungsschutz, parasurtenseur, parafoudre}', '{}'),
  (79, 'any', '{charger, charging adapter, ladegerat, ladeadapter, chargeur}', '{}'),
  (80, 'any', '{power bank, powerbank, portable charger, batterie externe, akkupack}', '{}'),
  (81, 'any', '{rechargeable battery, akku, pile rechargeable, batterie rechargeable}', '{}'),
  (82, 'any', '{laptop battery, notebook battery, laptopakku, notebookakku, laptop akku, notebook akku, batterie pc portable}', '{}'),
  (83, 'any', '{calculator, pocket calculator, taschenrechner, tischrechenmaschine, calculatrice}', '{}'),
  (84, 'any', '{shredder, paper shredder, document shredder, aktenvernichter, destructeur de document, destructeur document}', '{}'),
  (85, 'any', '{laminator, laminating machine, laminiergerat, plastifieuse}', '{}'),
  (86, 'any', '{stapler, heftgerat, tacker, agrafeuse}', '{}'),
  (87, 'any', '{staple, heftklammer, agrafe}', '{}'),
  (88, 'any', '{hole punch, hole puncher, locher, perforatrice, perforateur}', '{}'),
  (89, 'any', '{paper clip, paperclip, buroklammer, trombone}', '{}'),
  (90, 'any', '{ballpoint pen, ballpoint, ballpen, biro, kugelschreiber, stylo bille, stylo a bille}', '{}'),
  (91, 'any', '{felt pen, felt tip pen, felt tip, fibre tip pen, filzstift, faserschreiber, feutre, stylo feutre}', '{}'),
  (92, 'any', '{marker, marker pen, permanent marker, marqueur}', '{}'),
  (93, 'any', '{highlighter, highlighter pen, textmarker, leuchtmarker, surligneur}', '{}'),
  (94, 'any', '{pencil, bleistift, crayon papier, crayon a papier}', '{}'),
  (95, 'any', '{crayon, wax crayon, wachsmalstift}', '{}'),
  (96, 'any', '{coloured pencil, colored pencil, buntstift, farbstift, crayon couleur}', '{}'),
  (97, 'any', '{sticky note, post it, haftnotiz, note adhesive, note repositionnable}', '{}'),
  (98, 'any', '{adhesive tape, sticky tape, sellotape, scotch tape, klebeband, klebefilm, ruban adhesif}', '{}'),
  (99, 'any', '{label, sticker, etikett, aufkleber, etiquette, autocollant}', '{}'),
  (100, 'any', '{envelope, briefumschlag, kuvert, enveloppe}', '{}'),
  (101, 'any', '{office chair, desk chair, swivel chair, task chair, burostuhl, drehstuhl, chaise bureau, chaise de bureau, fauteuil de bureau}', '{}'),
  (102, 'any', '{desk, schreibtisch, bureau table}', '{}'),
  (103, 'any', '{footrest, foot rest, foot support, fussstutze, fußstutze, repose pied}', '{}'),
  (104, 'any', '{wrist rest, wrist support, palm rest, handgelenkauflage, handballenauflage, repose poignet}', '{}'),
  (105, 'any', '{desk lamp, schreibtischlampe, lampe bureau, lampe de bureau}', '{}'),
  (106, 'any', '{light bulb, lightbulb, lamp bulb, led bulb, gluhbirne, leuchtmittel, ampoule}', '{}'),
  (107, 'any', '{flashlight, torch, taschenlampe, lampe torche, lampe poche, lampe de poche}', '{}'),
  (108, 'any', '{dust bag, vacuum bag, staubsaugerbeutel, sac aspirateur}', '{}'),
  (109, 'any', '{coffee machine, coffee maker, coffeemaker, kaffeemaschine, kaffeevollautomat, cafetiere, machine a cafe, machine cafe}', '{}'),
  (110, 'any', '{kettle, electric kettle, wasserkocher, bouilloire}', '{}'),
  (111, 'any', '{toaster, bread toaster, grille pain}', '{}'),
  (112, 'any', '{iron, steam iron, bugeleisen, fer a repasser, fer repasser}', '{}'),
  (113, 'any', '{hair dryer, hairdryer, hair drier, blow dryer, haartrockner, fohn, seche cheveux}', '{}'),
  (114, 'any', '{hair straightener, hair iron, straightening iron, flat iron, haarglatter, glatteisen, lisseur, fer a lisser}', '{}'),
  (115, 'any', '{shaver, electric shaver, electric razor, razor, rasierer, rasierapparat, elektrorasierer, rasoir, rasoir electrique}', '{}'),
  (116, 'any', '{hair clipper, hair trimmer, hair cutter, haarschneider, haarschneidemaschine, tondeuse cheveux}', '{}'),
  (117, 'any', '{toothbrush, tooth brush, electric toothbrush, zahnburste, brosse a dents, brosse dent}', '{}'),
  (118, 'any', '{hob, cooktop, cook top, stove top, kochfeld, kochplatte, table cuisson, table de cuisson, plaque de cuisson}', '{}'),
  (119, 'any', '{oven, backofen, four encastrable}', '{}'),
  (120, 'any', '{microwave, microwave oven, mikrowelle, micro onde}', '{}'),
  (121, 'any', '{freezer, gefrierschrank, congelateur}', '{}'),
  (122, 'any', '{dishwasher, dish washer, geschirrspuler, spulmaschine, lave vaisselle}', '{}'),
  (123, 'any', '{washing machine, waschmaschine, lave linge, machine a laver}', '{}'),
  (124, 'any', '{mixer, hand mixer, handmixer, batteur}', '{}'),
  (125, 'any', '{blender, smoothie maker, standmixer, mixeur}', '{}'),
  (126, 'any', '{bolt, bolzen, boulon}', '{}'),
  (127, 'any', '{nut, schraubenmutter, ecrou}', '{}'),
  (128, 'any', '{screwdriver, screw driver, schraubendreher, schraubenzieher, tournevis}', '{}'),
  (129, 'any', '{drill, power drill, bohrmaschine, perceuse}', '{}'),
  (130, 'any', '{drill bit, bohrer, foret}', '{}'),
  (131, 'any', '{saw, sage, scie}', '{}'),
  (132, 'any', '{hammer, marteau}', '{}'),
  (133, 'any', '{ladder, leiter, echelle, escabeau}', '{}'),
  (134, 'any', '{glove, handschuh, gant}', '{}'),
  (135, 'any', '{safety shoe, work shoe, safety boot, sicherheitsschuh, arbeitsschuh, chaussure securite, chaussure de securite}', '{}'),
  (136, 'any', '{safety glasses, safety goggles, schutzbrille, lunettes de protection, lunette protection}', '{}'),
  (137, 'any', '{hard hat, safety helmet, schutzhelm, casque chantier, casque de chantier}', '{}'),
  (138, 'any', '{fire extinguisher, feuerloscher, extincteur}', '{}'),
  (139, 'any', '{cleaning wipe, reinigungstuch, lingette}', '{}'),
  (140, 'any', '{cable tie, zip tie, tie wrap, wire tie, cable wrap, kabelbinder, collier serrage, collier de serrage, serre cable}', '{}'),
  (141, 'any', '{cable duct, cable channel, cable trunking, kabelkanal, goulotte}', '{}'),
  (142, 'any', '{cable drum, cable reel, kabeltrommel, enrouleur}', '{}'),
  (143, 'any', '{rack cabinet, server rack, server cabinet, network cabinet, data cabinet, equipment rack, comms cabinet, comms rack, rack enclosure, serverschrank, netzwerkschrank, baie de brassage, armoire reseau, baie serveur}', '{}'),
  (144, 'any', '{patch panel, patchpanel, patchfeld, rangierfeld, panneau brassage, panneau de brassage}', '{}'),
  (145, 'any', '{power distribution unit, pdu, stromverteiler}', '{}'),
  (146, 'any', '{media converter, fibre converter, fiber converter, medienkonverter, convertisseur media, convertisseur de media}', '{}'),
  (147, 'any', '{transceiver, sfp module, mini gbic}', '{}'),
  (148, 'any', '{antenna, aerial, antenne}', '{}'),
  (149, 'any', '{firewall, pare feu}', '{}'),
  (150, 'any', '{usb hub, usb verteiler, concentrateur usb}', '{}'),
  (151, 'any', '{card reader, memory card reader, kartenleser, kartenlesegerat, speicherkartenleser, lecteur carte, lecteur de carte}', '{}'),
  (152, 'any', '{optical drive, cd burner, dvd burner, disc burner, cd writer, dvd writer, cd recorder, cd brenner, dvd brenner, graveur, graveur dvd, graveur cd, optisches laufwerk, lecteur optique}', '{}'),
  (153, 'any', '{blank disc, blank media, blank cd, blank dvd, rohling, rohlinge, disque vierge, cd vierge, dvd vierge}', '{}'),
  (154, 'any', '{tape drive, bandlaufwerk, lecteur bande, lecteur de bande}', '{}'),
  (155, 'any', '{drive enclosure, hard drive enclosure, disk enclosure, festplattengehause, boitier disque dur, boitier externe}', '{}'),
  (156, 'any', '{computer case, pc case, computer chassis, computergehause, pc gehause, boitier pc, boitier ordinateur}', '{}'),
  (157, 'any', '{fan, lufter, ventilator, ventilateur}', '{}'),
  (158, 'any', '{heatsink, heat sink, cpu cooler, prozessorkuhler, kuhlkorper, ventirad, dissipateur}', '{}'),
  (159, 'any', '{sound card, audio card, soundkarte, carte son}', '{}'),
  (160, 'any', '{webcam, web cam, web camera, webkamera}', '{}'),
  (161, 'any', '{surveillance camera, security camera, ip camera, cctv camera, cctv, uberwachungskamera, camera de surveillance, camera surveillance}', '{}'),
  (162, 'any', '{barcode scanner, barcode reader, bar code reader, bar code scanner, strichcodeleser, strichcodescanner, barcodescanner, lecteur code barre, lecteur de code barres, douchette}', '{}'),
  (163, 'any', '{scanner, document scanner, flatbed scanner, dokumentenscanner, scanneur, numeriseur}', '{}'),
  (164, 'any', '{fax machine, fax, faxgerat, telecopieur}', '{}'),
  (165, 'any', '{plotter, large format printer, wide format printer, grossformatdrucker, großformatdrucker, traceur}', '{}'),
  (166, 'any', '{receipt printer, pos printer, bondrucker, kassendrucker, imprimante ticket, imprimante de caisse}', '{}'),
  (167, 'any', '{photo printer, fotodrucker, imprimante photo}', '{}'),
  (168, 'any', '{dot matrix printer, matrix printer, nadeldrucker, imprimante matricielle}', '{}'),
  (169, 'any', '{photo paper, photopaper, fotopapier, papier photo}', '{}'),
  (170, 'any', '{plotter paper, plotterpapier, papier traceur}', '{}'),
  (171, 'any', '{transparency film, transparency, overheadfolie, folie transparent, transparent retroprojecteur}', '{}'),
  (172, 'any', '{print head, printhead, druckkopf, tete impression, tete d impression}', '{}'),
  (173, 'any', '{drum, imaging drum, drum unit, imaging unit, bildtrommel, trommeleinheit, tambour}', '{}'),
  (174, 'any', '{fuser, fixing unit, fuser unit, fixiereinheit, unite de fusion, four imprimante}', '{}'),
  (175, 'any', '{ribbon, printer ribbon, ink ribbon, farbband, ruban encreur}', '{}'),
  (176, 'any', '{waste toner, waste toner box, resttonerbehalter, bac recuperateur}', '{}'),
  (177, 'any', '{monitor arm, monitor bracket, monitorarm, monitorhalterung, monitorhalter, bras ecran, bras moniteur, support ecran}', '{}'),
  (178, 'any', '{tv wall mount, tv mount, tv bracket, tv wall bracket, wandhalterung tv, tv wandhalterung, tv halterung, fernsehhalterung, support tv, support mural tv, fixation murale tv}', '{}'),
  (179, 'any', '{wall mount, wall bracket, wallmount, wandhalterung, support mural, fixation murale}', '{}'),
  (180, 'any', '{ceiling mount, ceiling bracket, deckenhalterung, support plafond}', '{}'),
  (181, 'any', '{projection screen, projector screen, leinwand, beamerleinwand, ecran projection, ecran de projection}', '{}'),
  (182, 'any', '{privacy filter, privacy screen, sichtschutzfilter, blickschutzfilter, blickschutzfolie, filtre confidentialite, filtre de confidentialite}', '{}'),
  (183, 'any', '{screen protector, screen protection film, display protector, schutzfolie, displayschutz, displayschutzfolie, panzerglas, film protecteur, protection ecran, protecteur ecran}', '{}'),
  (184, 'any', '{phone case, mobile phone case, phone cover, cell phone case, handyhulle, handytasche, smartphonehulle, coque telephone, coque smartphone, etui telephone}', '{}'),
  (185, 'any', '{tablet case, tablet cover, tablethulle, tablettasche, housse tablette, etui tablette}', '{}'),
  (186, 'any', '{phone holder, phone mount, handyhalterung, support telephone}', '{}'),
  (187, 'any', '{phone charger, mobile charger, handyladegerat, chargeur telephone}', '{}'),
  (188, 'any', '{telephone, phone, telefon}', '{}'),
  (189, 'any', '{headset, head set, kopfhorer mit mikrofon, micro casque}', '{}'),
  (190, 'any', '{earphone, earbud, earpiece, in ear, ohrhorer}', '{}'),
  (191, 'any', '{remote control, fernbedienung, telecommande}', '{}'),
  (192, 'any', '{presenter, wireless presenter, presentation remote, presentation clicker, presentation pointer, laser pointer, clicker, laserpointer, prasentationsfernbedienung, telecommande presentation, pointeur laser}', '{}'),
  (193, 'any', '{camcorder, video camera, videokamera, camescope}', '{}'),
  (194, 'any', '{lens, objektiv, objectif}', '{}'),
  (195, 'any', '{tripod, stativ, trepied}', '{}'),
  (196, 'any', '{camera bag, camera case, kameratasche, fototasche, sacoche appareil photo}', '{}'),
  (197, 'any', '{binoculars, field glasses, fernglas, jumelles}', '{}'),
  (198, 'any', '{photo frame, digital photo frame, bilderrahmen, cadre photo}', '{}'),
  (199, 'any', '{smartwatch, smart watch, montre connectee}', '{}'),
  (200, 'any', '{fitness tracker, activity tracker, fitnessarmband, bracelet connecte}', '{}'),
  (201, 'any', '{game controller, gamepad, game pad, joypad, manette, manette de jeu}', '{}'),
  (202, 'any', '{game console, games console, gaming console, video game console, spielkonsole, spielekonsole, console de jeu, console jeux}', '{}'),
  (203, 'any', '{video game, computer game, videospiel, jeu video}', '{}'),
  (204, 'any', '{jigsaw puzzle, jigsaw, puzzlespiel}', '{}'),
  (205, 'any', '{soft toy, stuffed toy, stuffed animal, plush toy, plush, cuddly toy, teddy, stofftier, kuscheltier, pluschtier, peluche}', '{}'),
  (206, 'any', '{doll, puppe, poupee}', '{}'),
  (207, 'any', '{toy, spielzeug, jouet}', '{}'),
  (208, 'any', '{board game, brettspiel, jeu de societe}', '{}'),
  (209, 'any', '{building blocks, building bricks, toy blocks, bausteine, jeu de construction}', '{}'),
  (210, 'any', '{bicycle, bike, fahrrad, velo}', '{}'),
  (211, 'any', '{suitcase, luggage, koffer, valise}', '{}'),
  (212, 'any', '{whiteboard, dry erase board, white board, weisswandtafel, tableau blanc}', '{}'),
  (213, 'any', '{flip chart, flipchart, paperboard}', '{}'),
  (214, 'any', '{notepad, note pad, writing pad, notizblock, schreibblock, bloc notes}', '{}'),
  (215, 'any', '{eraser, radiergummi, gomme a effacer}', '{}'),
  (216, 'any', '{scissors, schere, ciseaux}', '{}'),
  (217, 'any', '{ruler, lineal, regle}', '{}'),
  (218, 'any', '{glue, klebstoff, kleber, colle}', '{}'),
  (219, 'any', '{folder, document folder, mappe, chemise cartonnee}', '{}'),
  (220, 'any', '{laminating pouch, laminating film, laminierfolie, laminiertasche, pochette plastifier, pochette a plastifier}', '{}'),
  (221, 'any', '{thin client, client leger}', '{}'),
  (222, 'any', '{tablet, tablet computer, tablet pc, tablette}', '{}'),
  (223, 'any', '{e reader, ebook reader, e book reader, liseuse}', '{}'),
  (224, 'any', '{point of sale, pos terminal, cash register, kasse, kassensystem, caisse enregistreuse}', '{}'),
  (225, 'any', '{software licence, software license, lizenz, licence logiciel}', '{}'),
  (226, 'any', '{warranty, warranty extension, extended warranty, garantie, garantieverlangerung, extension de garantie}', '{}'),
  (227, 'any', '{cable lock, laptop lock, notebook lock, security lock, kabelschloss, notebookschloss, laptopschloss, antivol, cable antivol}', '{}'),
  (228, 'any', '{power cable, power cord, power lead, mains cable, mains lead, stromkabel, netzkabel, cable alimentation, cordon secteur}', '{}'),
  (229, 'any', '{usb cable, usb lead, usb kabel, cable usb}', '{}'),
  (230, 'any', '{hdmi cable, hdmi lead, hdmi kabel, cable hdmi}', '{}'),
  (231, 'any', '{audio cable, audio kabel, cable audio}', '{}'),
  (232, 'any', '{serial cable, rs232 cable, seriell kabel, cable serie}', '{}'),
  (233, 'any', '{telephone cable, phone cable, phone cord, telefonkabel, cable telephone}', '{}'),
  (234, 'any', '{gender changer, coupler, kupplung, coupleur}', '{}'),
  (235, 'any', '{splitter, verteiler, repartiteur}', '{}'),
  (236, 'any', '{light switch, lichtschalter, interrupteur}', '{}'),
  (237, 'any', '{power socket, power outlet, wall socket, steckdose, prise electrique, prise courant}', '{}'),
  (238, 'any', '{plug, stecker, fiche electrique}', '{}'),
  (239, 'any', '{lamp, lampe, leuchte, luminaire}', '{}'),
  (240, 'any', '{smoke detector, smoke alarm, rauchmelder, detecteur fumee, detecteur de fumee}', '{}'),
  (241, 'any', '{doorbell, turklingel, sonnette}', '{}'),
  (242, 'any', '{safe, tresor, coffre fort}', '{}'),
  (243, 'any', '{key, schlussel}', '{}'),
  (244, 'any', '{bag, tasche, beutel, sac}', '{}'),
  (245, 'any', '{case, hulle, gehause, etui, housse, coque}', '{}'),
  (246, 'any', '{holder, bracket, halter, halterung, fixation}', '{}'),
  (247, 'any', '{stand, stander, pied support}', '{}'),
  (248, 'any', '{wireless, cordless, kabellos, drahtlos, schnurlos, funk, sans fil}', '{}'),
  (249, 'any', '{wired, kabelgebunden, filaire}', '{}'),
  (250, 'any', '{color, colour, farbe, farbig, couleur, coloured}', '{}'),
  (251, 'any', '{brown, braun, marron, brun}', '{}'),
  (252, 'any', '{pink, rosa}', '{}'),
  (253, 'any', '{silver, silber, argent}', '{}'),
  (254, 'any', '{gold, golden, dore}', '{}'),
  (255, 'any', '{purple, violet, lila}', '{}'),
  (256, 'any', '{transparent, clear, durchsichtig}', '{}'),
  (257, 'any', '{duplex, double sided, two sided, beidseitig, doppelseitig, recto verso}', '{}'),
  (258, 'any', '{adhesive, self adhesive, selbstklebend, adhesif}', '{}'),
  (259, 'any', '{removable, ablosbar, abnehmbar, amovible, detachable}', '{}'),
  (260, 'any', '{waterproof, weatherproof, water resistant, weather resistant, wasserdicht, wasserfest, wetterfest, etanche, impermeable}', '{}'),
  (261, 'any', '{rechargeable, wiederaufladbar}', '{}'),
  (262, 'any', '{adjustable, verstellbar, einstellbar, reglable}', '{}'),
  (263, 'any', '{ergonomic, ergonomisch, ergonomique}', '{}'),
  (264, 'any', '{internal, intern, interne}', '{}'),
  (265, 'any', '{shielded, geschirmt, abgeschirmt, blinde}', '{}'),
  (266, 'any', '{noise cancelling, noise canceling, noise reduction, gerauschunterdruckung, reduction de bruit, reduction bruit}', '{}'),
  (267, 'any', '{touch screen, touchscreen, beruhrungsbildschirm, ecran tactile}', '{}'),
  (268, 'any', '{stainless steel, edelstahl, rostfrei, inox, acier inoxydable}', '{}'),
  (269, 'any', '{wood, holz, bois}', '{}'),
  (270, 'any', '{steel, stahl, acier}', '{}'),
  (271, 'any', '{plastic, kunststoff, plastik, plastique}', '{}'),
  (272, 'any', '{leather, leder, cuir}', '{}'),
  (273, 'any', '{router, routeur, wlanrouter}', '{}'),
  (274, 'any', '{converter, konverter, wandler, convertisseur}', '{}'),
  (275, 'any', '{inverter, wechselrichter, convertisseur de tension}', '{}'),
  (276, 'any', '{cooler, kuhler, refroidisseur}', '{}'),
  (277, 'any', '{filter, filtre}', '{}'),
  (278, 'any', '{brush, burste, brosse}', '{}'),
  (279, 'any', '{tool, werkzeug, outil}', '{}'),
  (280, 'any', '{toolbox, tool box, werkzeugkasten, werkzeugkoffer, boite a outils, boite outil}', '{}'),
  (281, 'any', '{office, buro}', '{}'),
  (282, 'any', '{memory, speicher, memoire}', '{}'),
  (283, 'any', '{network, netzwerk, reseau}', '{}'),
  (284, 'any', '{wall, wand, mural, murale}', '{}'),
  (285, 'any', '{outdoor, aussen, außen, exterieur}', '{}'),
  (286, 'any', '{roll, rolle, rouleau}', '{}'),
  (287, 'any', '{sheet, blatt, feuille}', '{}'),
  (288, 'any', '{left hand, left handed, linkshander, gaucher}', '{}'),
  (289, 'any', '{photo, foto}', '{}'),
  (290, 'any', '{speaker cable, lautsprecherkabel, cable haut parleur}', '{}'),
  (291, 'any', '{antenna cable, antennenkabel, cable antenne}', '{}'),
  (292, 'any', '{air conditioner, air conditioning, klimaanlage, klimagerat, climatiseur}', '{}'),
  (293, 'any', '{heater, heizung, heizgerat, radiateur}', '{}'),
  (294, 'any', '{coffee bean, kaffeebohne, grain de cafe}', '{}'),
  (295, 'any', '{sewing machine, nahmaschine, machine a coudre}', '{}'),
  (296, 'any', '{lawn mower, lawnmower, rasenmaher, tondeuse a gazon}', '{}')
) as seed(number, language, words, also_find);
