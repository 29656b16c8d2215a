-- Samples are listed newest first, within a tenant and over all of them.
CREATE INDEX evaluation_samples_in_order ON evaluation_samples (created_at, sample_id);
CREATE INDEX evaluation_samples_by_tenant_in_order ON evaluation_samples (tenant_id, created_at, sample_id);
