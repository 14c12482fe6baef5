-- Who asked for a checkout to be cancelled: a person, or the key. It may be a colleague of whoever checked out.
alter table checkout.attempts add column cancelled_by text;
