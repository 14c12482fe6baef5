-- With many lists a product has many entries: whichever index the planner takes, it finds the one of a list at once.
create index price_entries_of_product on catalog.price_entries (product_id, price_list_id);
drop index catalog.price_entries_by_product;
