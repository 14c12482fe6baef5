-- More of what the trade calls by several names, above all in the words that go with a kind of goods: `souris sans fil`, `cartouche
-- d'encre noire`. As with the groups before them: operators keep them, what they have changed or taken away stays so, and a group that
-- has a word of one of theirs is left out. `replaces` names the groups that a new one takes up.
with seeds as materialized (
  select place, words, replaces from (values
    (188, '{wireless, cordless, kabellos, drahtlos, sans fil}'::text[], '{}'::integer[]),
    (189, '{color, colour, farbe, farbig, couleur}', '{5}'),
    (190, '{cartridge, kartusche, patrone, cartouche}', '{}'),
    (191, '{ink, tinte, encre}', '{}'),
    (192, '{external, extern, externe}', '{}'),
    (193, '{paper, papier}', '{}'),
    (194, '{black, schwarz, noir, noire}', '{178}'),
    (195, '{white, weiss, weiß, blanc, blanche}', '{179}'),
    (196, '{blue, blau, bleu, bleue}', '{180}'),
    (197, '{green, grun, vert, verte}', '{182}'),
    (198, '{gray, grey, grau, gris, grise}', '{184}')
  ) as seed(place, words, replaces)
  where (select count(*) from catalog.synonyms) < 1900
), earlier as materialized (
  select id, right(id, 26)::integer as place, words from catalog.synonyms
  where id ~ '^syn_0{23}[0-9]{3}$' and updated_at = created_at
), wanted as materialized (
  select s.* from seeds s
  where s.replaces <@ array(select place from earlier)
    and not exists (
      select 1 from catalog.synonyms o
      where (o.words && s.words or o.also_find && s.words)
        and not exists (select 1 from earlier e where e.id = o.id and e.place = any(s.replaces))
    )
), replaced as (
  delete from catalog.synonyms o
  using earlier e, wanted w
  where o.id = e.id and e.place = any(w.replaces)
)
insert into catalog.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad(place::text, 26, '0'), 'any', words, '{}', now(), now() from wanted;
