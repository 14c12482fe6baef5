-- Brands as they are typed: suggestions go from one to the next without reading their products.
create index search_documents_by_brand_key on catalog.search_documents ((lower(brand) collate "C"));
