import { categories } from '@shared/reasons/categories';
import { translated } from '@shared/reasons/reasons';

export const categoriesDe = translated(categories)({
  category_has_children: 'Dieser Kategorie sind andere untergeordnet. Verschieben oder löschen Sie diese zuerst.',
  category_on_removed_calls:
    'Gelöschte Anrufe, die sich noch wiederherstellen lassen, gehören zu dieser Kategorie. Löschen Sie die Kategorie, sobald diese Anrufe endgültig gelöscht sind.',
  category_on_held_calls: 'Anrufe mit Löschsperre gehören zu dieser Kategorie. Heben Sie diese Sperren zuerst auf.',
  category_not_own: 'Eine private Kategorie kann nur Ihre eigene sein',
  category_above_others:
    'Dieser Kategorie sind Kategorien anderer Personen untergeordnet. Verschieben oder löschen Sie diese zuerst.',
  category_unseen: 'Diese Kategorie gibt es nicht, oder sie ist für Sie nicht sichtbar',
  category_of_other_tenant: 'Die Kategorie gehört zu einem anderen Mandanten als dieser Anruf.',
  category_private: 'Diese Kategorie ist privat, die neue ist für alle',
  category_below_itself: 'Das ist diese Kategorie selbst oder eine darunter',
});
