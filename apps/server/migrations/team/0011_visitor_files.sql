-- Files of the visitors of wizards' runs, which are counted and, when a run ends without saving them, deleted.
create index file_visitor on :schema.file ((owner ->> 'id')) where owner ->> 'kind' = 'visitor';
