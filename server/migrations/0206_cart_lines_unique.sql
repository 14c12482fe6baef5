-- no-transaction
create unique index concurrently if not exists items_one_per_line
  on cart.items (company_id, product_id, cart_id, line_key);
