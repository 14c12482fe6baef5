-- Imports compare article numbers without regard to case. Two spellings of one number may exist, so it is not unique.
create index products_by_article_number on products.products (supplier_company_id, lower(sku));

-- A plan without statistics of the expression expects half a percent of the table for each number. An empty table is
-- left alone: with statistics, PostgreSQL would believe that it stays empty.
do $$
begin
  if exists (select from products.products) then analyze products.products; end if;
end
$$;
