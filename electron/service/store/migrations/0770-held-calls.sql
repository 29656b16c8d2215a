-- Few calls of an archive are under legal hold, or few are not: a search by either finds them here.
CREATE INDEX calls_by_legal_hold ON calls (legal_hold, call_pk);
