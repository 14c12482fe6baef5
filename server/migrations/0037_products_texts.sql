-- Products: texts in other languages than the product's own.
alter table products.products
  -- By language: {"de": {"name", "description", "category": the names from the root, "attributes": as above}}, each
  -- optional. Null: none.
  add column texts jsonb;

-- Every row has no such texts yet, so none needs a check.
alter table products.products
  add constraint products_texts_of_other_languages check (texts is null or not texts ? language) not valid;
