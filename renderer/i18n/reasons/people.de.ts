import { people } from '@shared/reasons/people';
import { translated } from '@shared/reasons/reasons';

export const peopleDe = translated(people)({
  sign_in_first: 'Melden Sie sich zuerst an: Anmeldename oder Passwort fehlt oder ist falsch.',
  not_your_password: 'Das ist nicht Ihr Passwort.',
  too_many_attempts: 'Zu viele Versuche. In {seconds:number} s geht es weiter.',
  change_password_first: 'Ändern Sie zuerst Ihr Passwort.',
  permission_missing: 'Ihrer Rolle fehlt das Recht {permission}.',
  every_tenant_missing: 'Das ist Personen vorbehalten, deren Rolle alle Mandanten umfasst.',
  login_missing: 'Geben Sie Ihren Anmeldenamen ein',
  password_missing: 'Geben Sie Ihr Passwort ein',
  own_name_missing: 'Geben Sie Ihren Namen ein',
  new_login_missing: 'Geben Sie einen Anmeldenamen ein',
  login_has_colon: 'Ein Anmeldename darf keinen Doppelpunkt enthalten',
  password_has_nul: 'Ein Passwort darf kein NUL-Zeichen enthalten',
  password_common: 'Dieses Passwort ist zu leicht zu erraten',
  passwords_differ: 'Die Passwörter stimmen nicht überein',
  kit_file_missing: 'Wählen Sie die Paketdatei',
  kit_not_a_kit: 'Diese Datei ist kein Notfallpaket.',
  kit_damaged: 'Die Paketdatei ist beschädigt.',
  kit_foreign: 'Dieses Notfallpaket gehört zu einem anderen Archiv.',
  kit_word_missing: 'Wort fehlt',
  kit_word_unknown: 'Dieses Wort kommt in keinem Notfallpaket vor',
  kit_word_unknown_at: 'Das {place:number}. Wort kommt in keinem Notfallpaket vor.',
  kit_word_count: 'Ein Notfallpaket hat {count:number} Wörter.',
  kit_words_differ: 'Die Wörter passen nicht zu dieser Paketdatei.',
});
