-- Imports bring the words of some thousands of documents into the trees at a time, with those beside them that are just being
-- written: none of these lists is to be brought in before, in the middle of a copy, with the memory of a single statement.
alter index catalog.search_documents_tsv set (gin_pending_list_limit = 16384);
alter index catalog.search_identifiers_near set (gin_pending_list_limit = 16384);
