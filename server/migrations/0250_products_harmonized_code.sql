-- The code of the WCO's Harmonized System. Its first six digits are the same everywhere; countries and the European
-- Union add up to four of their own.
alter table products.products add column harmonized_code text
  constraint products_harmonized_code_shape check (harmonized_code ~ '^[0-9]{6,10}$');
