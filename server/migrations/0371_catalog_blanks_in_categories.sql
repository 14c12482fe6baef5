-- A category whose name has two blanks, or one that does not break, is the one that imports read its name as: they take any blanks
-- for one. The category stays, and with it its products and what is agreed on it. Where there were both, imports take one.
update catalog.categories
set name = btrim(regexp_replace(name, E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
  path_names = array(
    select btrim(regexp_replace(part, E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
    from unnest(path_names) with ordinality as n(part, place) order by place)
where array_to_string(path_names, '/') ~ E'[\\s]{2}|[\\t\\n\\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';
