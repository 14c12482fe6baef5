-- An order that a server places has no cart: its attempt is made from what the request names.
alter table checkout.attempts alter column cart_id drop not null;
