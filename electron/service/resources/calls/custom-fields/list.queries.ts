import type { customFieldApi } from '@shared/contract/custom-fields';
import { fold } from '@shared/fold';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { contains, flag, jsonList, jsonObject, jsonValues, storedJson } from '../../../store/fragments';
import { absent, columnsOf, integer, text } from '../../../store/sql';

/** SQL condition: the field `d` is global or belongs to a tenant in scope. */
export const fieldInScope = (scope: Scope): string => `(d.tenant_id IS NULL OR ${inTenants(scope, 'd')})`;

/** SQL condition: the caller sees the values of the field `d`; of a disabled one, only users who may edit fields do. */
export const fieldWithValues = (scope: Scope): string =>
  `${fieldInScope(scope)}${scope.disabled_fields ? '' : ' AND d.enable = 1'}`;

const options = 'custom_field_options o WHERE o.field_id = d.field_id';

/** Custom fields in their order. */
export const customFieldList = list<typeof customFieldApi.list>('/api/v2/custom_fields.json', {
  from: 'custom_fields d',
  record: (scope) => ({
    field_id: 'd.field_id',
    tenant_id: scope.multi_tenancy && scope.in_system_tenant && scope.views_tenants ? 'd.tenant_id' : absent,
    ...columnsOf('d', ['name', 'computer_name', 'description', 'type', 'display_as', 'position']),
    enable: flag('d.enable'),
    is_global: flag('CASE WHEN d.tenant_id IS NULL THEN 1 ELSE 0 END'),
    options: jsonValues('o.value ORDER BY o.position', options),
    str_max_len: "CASE d.type WHEN 'string' THEN d.str_max_len END",
    editable: flag('d.editable'),
    search_options: storedJson('d.search_options'),
    ai_assist: flag('d.ai_assist'),
    dashboard: flag('d.dashboard'),
    fieldset_dropdown_value_settings: `CASE d.type WHEN 'option' THEN ${jsonObject({
      options: jsonList(columnsOf('o', ['value', 'color']), options, 'o.position'),
    })} END`,
    fieldset_integer_value_settings: storedJson('d.integer_settings'),
  }),
  absentIfNull: 'tenant_id',
  key: [integer('d.position'), text('d.name_folded'), text('d.field_id')],
  scope: fieldInScope,
  filters: {
    search_term: (term, { bind }) => contains('d.name_folded', bind(fold(term))),
    tenant_id: (id, { bind }) => `(d.tenant_id IS NULL OR d.tenant_id = ${bind(id)})`,
  },
  id: 'd.field_id',
  named: { as: 'custom_field', by: 'd.name' },
  version: 'd.updated_at',
});
