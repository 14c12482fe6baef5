-- The version of the picture that the supplier uploaded. Null: the picture is the first of `image_urls`.
alter table products.products add column picture_version text;
