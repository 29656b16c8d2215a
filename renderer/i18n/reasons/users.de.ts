import { translated } from '@shared/reasons/reasons';
import { users } from '@shared/reasons/users';

export const usersDe = translated(users)({
  user_is_self: 'Sie können sich nicht selbst löschen.',
  user_on_calls: 'Zu diesem Benutzer gibt es Anrufe. Deaktivieren Sie ihn stattdessen.',
  user_imports: 'Ein Import dieses Benutzers ist noch nicht beendet. Brechen Sie ihn ab, oder warten Sie das Ende ab.',
  only_key_holder: 'Nur dieser Benutzer kann den Schlüssel {key} öffnen. Geben Sie ihn zuerst für jemand anderen frei.',
  seats_taken: 'Alle {most:number} Lizenzen des Mandanten sind vergeben',
  group_foreign: 'Diese Gruppe gehört nicht zu diesem Mandanten',
  groups_foreign: 'Eine dieser Gruppen gehört nicht zu diesem Mandanten',
  tenants_unknown: 'Einen dieser Mandanten gibt es nicht',
  role_foreign: 'Diese Rolle gehört nicht zu diesem Mandanten',
  extension_missing: 'Geben Sie eine Nebenstelle ein',
  extension_taken: 'Die Nebenstelle {extension} gehört zu einem anderen Benutzer',
  extensions_whole_tenant: 'Nebenstellen ändert nur, wer auf den ganzen Mandanten Zugriff hat.',
  direction_twice: 'Nennen Sie jede Richtung nur einmal',
  password_only: 'Verwenden Sie password; SAML und LDAP werden hier nicht unterstützt',
  password_unchanged: 'Verwenden Sie ein anderes als das bisherige Passwort',
  email_wrong: 'Geben Sie eine E-Mail-Adresse ein',
  search_not_own: 'Nur wer diese Suche gespeichert hat, kann sie ändern.',
});
