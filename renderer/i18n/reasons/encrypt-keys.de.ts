import { encryptKeys } from '@shared/reasons/encrypt-keys';
import { translated } from '@shared/reasons/reasons';

export const encryptKeysDe = translated(encryptKeys)({
  key_length_unknown: 'Möglich sind {known:list}\u00a0Bit',
  key_only_import: 'Nur bei einem importierten Schlüssel',
  key_only_generate: 'Nur bei einem erzeugten Schlüssel',
  public_key_unreadable: 'Das ist kein öffentlicher RSA-Schlüssel in einer Form, die Earshot lesen kann',
  private_key_unreadable: 'Das ist kein privater RSA-Schlüssel in einer Form, die Earshot lesen kann',
  private_key_locked: 'Der private Schlüssel hat ein Passwort; geben Sie es ein',
  private_key_password_wrong: 'Dieses Passwort öffnet den privaten Schlüssel nicht',
  private_key_convert:
    'Earshot kann nicht lesen, wie dieser Schlüssel verschlüsselt ist. Wandeln Sie ihn um: {command}',
  private_key_too_slow: 'Der Schlüssel wird aus seinem Passwort mit mehr als {most:number} Iterationen abgeleitet',
  private_key_foreign: 'Gehört nicht zum öffentlichen Schlüssel',
  private_key_known: 'Der private Schlüssel zu diesem Schlüssel ist schon vorhanden',
  key_not_rsa: 'Verwenden Sie einen RSA-Schlüssel',
  key_bits: 'Verwenden Sie einen Schlüssel mit {least:number} bis {most:number}\u00a0Bit',
  key_exponent: 'Der öffentliche Exponent muss ungerade und mindestens 65537 sein',
  key_taken: 'Dieser Mandant hat diesen Schlüssel schon',
  key_mode_speech: 'Mit Sprachanalyse müssen aktive Schlüssel durch diese Anwendung geschützt sein',
  tenant_has_user_keys:
    'Es sind Schlüssel aktiv, die durch Passwörter der Benutzer geschützt sind. Deaktivieren Sie diese zuerst',
  key_needed: 'Manche Aufnahmen lassen sich nur mit diesem Schlüssel öffnen',
  key_last_active: 'Es bliebe kein aktiver Schlüssel, den jemand öffnen kann. Aktivieren Sie zuerst einen anderen',
  key_records:
    'Ein Anruf wird gerade nur mit diesem Schlüssel aufgenommen. Beenden Sie zuerst die Aufnahme, oder aktivieren Sie einen anderen Schlüssel',
  key_pair_missing:
    'Dafür ist das Schlüsselpaar des Benutzers nötig, das mit dem Passwort entsteht. Legen Sie ein Passwort für den Benutzer fest, und erstellen Sie das Token als dieser Benutzer angemeldet: Ein Token, das jemand anders erstellt hat, öffnet das Schlüsselpaar nicht.',
  key_encrypts_only: 'Der private Schlüssel zu diesem Schlüssel fehlt',
  key_not_user_mode: 'Schlüssel, die durch diese Anwendung geschützt sind, brauchen keine Freigabe',
  key_not_held: 'Sie können diesen Schlüssel selbst nicht öffnen und daher nicht freigeben.',
  grantee_without_pair: 'Diese Person hat kein Schlüsselpaar; legen Sie zuerst ein Passwort fest',
  grant_other_tenant: 'Diese Person hat keinen Zugriff auf den Mandanten des Schlüssels',
  grant_last: 'Nur noch diese Person kann den Schlüssel öffnen. Geben Sie ihn zuerst für jemand anderen frei.',
  passphrase_short: 'Verwenden Sie mindestens {least:number} Zeichen',
  signed_url_refused: 'Dieser Link öffnet nichts.',
  listener_off: 'Die API ist auf diesem Computer ausgeschaltet. Schalten Sie sie ein, um Links zu erstellen.',
  master_key_changed: 'Ein Schlüssel oder der Hauptschlüssel wurde gerade geändert. Versuchen Sie es noch einmal.',
  rewrap_running: 'Das läuft schon.',
  too_many_active_keys:
    'Eine Aufnahme wird für höchstens {most:number} aktive Schlüssel verschlüsselt, für weniger, wenn sie lang sind. Deaktivieren Sie zuerst einen.',
});
