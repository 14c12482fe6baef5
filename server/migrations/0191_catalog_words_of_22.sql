-- no-transaction
create index concurrently if not exists search_documents_words_22 on catalog.search_documents using gin (tsv) where length > 15 and length <= 22;
