-- no-transaction
create index concurrently if not exists search_documents_words_15 on catalog.search_documents using gin (tsv) where length <= 15;
