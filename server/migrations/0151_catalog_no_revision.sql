-- What a process remembers of a search is checked by catalog.changes; nobody reads this number any more.
drop trigger search_documents_advance_revision on catalog.search_documents;
drop function catalog.advance_search_revision();
drop sequence catalog.search_revision;
