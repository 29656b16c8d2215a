-- Addresses that are told of changes.
CREATE TABLE webhooks (
  webhook_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  user_id TEXT NOT NULL REFERENCES users,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  last_delivery_at INTEGER,
  last_status INTEGER,
  failing_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooks_by_tenant_in_order ON webhooks (tenant_id, name_folded, webhook_id);
CREATE INDEX webhooks_in_order ON webhooks (name_folded, webhook_id);

-- Their secrets, sealed under the master key. One that was replaced signs until its end.
CREATE TABLE webhook_secrets (
  secret_id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhooks,
  secret_sealed BLOB NOT NULL,
  signs_until INTEGER
) STRICT;
CREATE INDEX webhook_secrets_by_webhook ON webhook_secrets (webhook_id, signs_until);

-- What is to be told, in the order of the changes.
CREATE TABLE webhook_deliveries (
  place INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL UNIQUE,
  webhook_id TEXT NOT NULL REFERENCES webhooks,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  response_status INTEGER,
  fault TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, place);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, attempts, place, next_attempt_at);
CREATE INDEX webhook_deliveries_with_status ON webhook_deliveries (webhook_id, status, place);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at);
