-- Teams that are made at the same moment would collide on it (team/0004_search.sql).
create extension if not exists fuzzystrmatch with schema public;
