-- Buyers write `wi-fi`, and names of computers say `DDR4-SDRAM` where a buyer says RAM. What an operator changed or deleted stays so.
update search.synonyms set words = words || '{wi-fi}', updated_at = now()
where id = 'syn_' || lpad('17', 26, '0') and words = '{wlan, wifi, wireless lan}';

insert into search.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad('1001', 26, '0'), 'any', '{ram, sdram}', '{}', now(), now()
where not exists (select 1 from search.synonyms where words && '{ram, sdram}');
