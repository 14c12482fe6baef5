-- Buyers write `PoE` and `power over ethernet`, and in French `cordon réseau` for a patch cable. What an operator changed or deleted stays so.
update search.synonyms set words = words || '{cordon reseau}', updated_at = now()
where id = 'syn_' || lpad('70', 26, '0')
  and words = '{patch cable, patch cord, patch lead, patchkabel, cordon brassage, cordon de brassage}';

insert into search.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad('1002', 26, '0'), 'any', '{poe, power over ethernet}', '{}', now(), now()
where not exists (select 1 from search.synonyms where words && '{poe, power over ethernet}');
