-- Each attempt locked the row of its price, and many attempts at once share a price. Prices are never deleted: the trigger
-- `prices_are_only_added` refuses it. So the reference needs no check.
alter table llm.attempts drop constraint attempts_price_id_fkey;
