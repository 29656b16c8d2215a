import { administration } from '@shared/reasons/administration';
import { translated } from '@shared/reasons/reasons';

export const administrationDe = translated(administration)({
  no_administrator_left:
    'Dann könnte niemand mehr Benutzer und Rollen verwalten. Geben Sie diese Rechte zuerst jemand anderem.',
  database_damaged: 'Die Datenbank ist beschädigt. Siehe Verwaltung, Einstellungen, Sicherungen.',
  backup_under_way: 'Es wird bereits eine Sicherung angelegt.',
  too_many_backups: 'Earshot behält {most:number} Sicherungen. Löschen Sie zuerst eine.',
  tenant_unseen: 'Diesen Mandanten gibt es nicht, oder er ist für Sie nicht sichtbar',
  tenant_unknown: 'Kein Mandant hat diese ID.',
  tenants_off: 'Schalten Sie zuerst in den Grundeinstellungen „Mehrere Mandanten“ ein.',
  tenant_is_system: 'Der Systemmandant kann nicht gelöscht werden.',
  tenant_not_empty: 'Zu diesem Mandanten gehören noch {records:records}. Löschen Sie diese zuerst.',
  tenants_exist: 'Es gibt weitere Mandanten. Löschen Sie diese zuerst',
  licences_every_tenant: 'Lizenzen können nur Personen festlegen, deren Rolle alle Mandanten umfasst.',
  multi_tenancy_unrestricted:
    'Nur Personen mit uneingeschränkter Rolle können „Mehrere Mandanten“ ein- oder ausschalten.',
  group_is_main: 'Diese Gruppe ist noch die Hauptgruppe von Benutzern. Weisen Sie ihnen zuerst eine andere zu.',
  role_in_use: 'Diese Rolle ist noch Benutzern zugewiesen. Weisen Sie ihnen zuerst eine andere zu.',
  role_reaches_further: 'Diese Rolle umfasst mehr als Ihre eigene.',
  role_holds_more: 'Ihrer eigenen Rolle fehlt {permission:right}.',
  too_many_webhooks: 'Ein Mandant hat höchstens {most:number} Webhooks. Löschen Sie zuerst einen.',
  webhook_not_url: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt',
  webhook_credentials: 'Lassen Sie Benutzername und Passwort weg: Zustellungen werden stattdessen signiert',
  webhook_not_https: 'Verwenden Sie https für Adressen außerhalb dieses Computers',
  webhook_outside: 'Webhooks außerhalb dieses Computers sind in den Einstellungen ausgeschaltet',
  webhook_address:
    'Diese Adresse gehört zu diesem Computer oder zu niemandem. Verwenden Sie localhost für diesen Computer',
  webhook_no_event: 'Wählen Sie mindestens ein Ereignis',
  zone_unknown: 'Geben Sie eine Zeitzone ein, etwa Europe/Vienna',
  language_unknown: 'Geben Sie eine Sprache ein, etwa en oder de',
  not_host_name: 'Geben Sie eine Domain ein, etwa example.com',
  phone_number_missing: 'Geben Sie eine Rufnummer ein',
  contact_missing: 'Geben Sie mindestens einen Kontakt ein',
});
