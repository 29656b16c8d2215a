type Keys = { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Whether a key is pressed with Ctrl, Alt or the command key, and so is not meant for the control itself. */
export const isModified = ({ ctrlKey, metaKey, altKey }: Keys): boolean => ctrlKey || metaKey || altKey;
