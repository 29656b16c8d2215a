-- No operation ever asked for these rights.
UPDATE roles SET permissions = json_set(permissions, '$.calls', json((
  SELECT json_group_array(held.value) FROM json_each(permissions, '$.calls') AS held WHERE held.value <> 'live_monitor')))
WHERE EXISTS (SELECT 1 FROM json_each(permissions, '$.calls') AS held WHERE held.value = 'live_monitor');
UPDATE roles SET permissions = json_set(permissions, '$.call_notes', json((
  SELECT json_group_array(held.value) FROM json_each(permissions, '$.call_notes') AS held WHERE held.value <> 'pin')))
WHERE EXISTS (SELECT 1 FROM json_each(permissions, '$.call_notes') AS held WHERE held.value = 'pin');
