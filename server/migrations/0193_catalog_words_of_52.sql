-- no-transaction
create index concurrently if not exists search_documents_words_52 on catalog.search_documents using gin (tsv) where length > 34 and length <= 52;
