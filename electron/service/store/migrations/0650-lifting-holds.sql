-- Lifting a legal hold needs a right of its own. Whoever runs the site could do it until now.
UPDATE roles SET permissions = json_set(permissions, '$.retention', json('["edit"]'))
WHERE EXISTS (SELECT 1 FROM json_each(permissions, '$.system') AS held WHERE held.value = 'edit');
