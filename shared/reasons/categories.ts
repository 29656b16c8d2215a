/** The parent and the owner of a category. */
export const categories = {
  category_has_children: 'Other categories are under this one. Move or delete them first.',
  category_on_removed_calls:
    'Removed calls are in this category and can still be restored. Delete it once they are destroyed.',
  category_on_held_calls: 'Calls under legal hold are in this category. Lift their holds first.',
  category_not_own: 'A private category can only be your own',
  category_above_others: 'Categories of others are under this one. Move or delete them first.',
  category_unseen: 'This category does not exist, or you cannot see it',
  category_of_other_tenant: 'The category belongs to another tenant than this call.',
  category_private: 'This category is private, the new one is for everyone',
  category_below_itself: 'This is the category itself or one below it',
} as const;
