-- The numbers of other articles: those that can take the place of a product, those that go with it, and those that it fits.
alter table products.products
  add column substitutes text[] not null default '{}',
  add column accessories text[] not null default '{}',
  add column compatible_with text[] not null default '{}';
