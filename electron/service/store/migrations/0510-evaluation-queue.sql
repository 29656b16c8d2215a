-- The queue of an evaluator: the earliest deadline first, reports without one last.
CREATE INDEX evaluation_reports_in_queue
  ON evaluation_reports (evaluator_user_id, coalesce(evaluation_deadline, 8640000000000000), report_id);
