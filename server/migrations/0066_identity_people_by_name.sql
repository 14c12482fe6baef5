-- Operators find a person by a part of the name.
create index users_by_words on identity.users using gin (name gin_trgm_ops);
