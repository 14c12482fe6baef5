-- A product that is sold by agreement alone, such as a confirmed offer: only companies with a price for it in a price list see it.
alter table products.products add column by_agreement boolean not null default false;
