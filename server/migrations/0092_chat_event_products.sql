-- Events of all streams have the same columns. Events of chats contain no products.
alter table chat.events add column products integer not null default 0;
