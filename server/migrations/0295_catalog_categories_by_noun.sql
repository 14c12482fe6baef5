-- Categories of imported catalogues say what one thing of them is called, too, and there may be many of them: every search asks
-- which it calls for.
create index categories_by_noun on catalog.categories using gin (nouns);
