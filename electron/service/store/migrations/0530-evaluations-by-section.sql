-- Finds the evaluations that have a section.
CREATE INDEX evaluation_report_sections_by_section ON evaluation_report_sections (form_section_id, report_id);
